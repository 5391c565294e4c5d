// The faults that `npm run test:faults` plants fit the product as it is, and stand in the list.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAULTS } from './faults.ts'
import { plant } from './plant.ts'
import { NOT_VERIFIED, VERIFIED_FAULTS } from './verified-faults.ts'

const root = new URL('../../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8')
const list = read('tests/faults/README.md')

test.each(FAULTS)('that $name', (fault) => {
  expect(plant(fault, read(fault.file))).not.toBe(read(fault.file))
  for (const file of fault.tests) expect([file, existsSync(new URL(file, root))]).toEqual([file, true])
  expect(list).toContain(`| ${fault.name} | ${fault.class} | \`${fault.file}\` |`)
})

test('each has a name of its own, and none is listed that is not planted', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
  expect(list.split('\n').filter((line) => line.startsWith('| ')).length - 1).toBe(FAULTS.length)
})

test('each is noticed by verify, or has a reason why not', () => {
  const decided = [...VERIFIED_FAULTS.map(({ name }) => name), ...Object.values(NOT_VERIFIED).flat()]
  expect(decided.toSorted()).toEqual(FAULTS.map(({ name }) => name).toSorted())
})
