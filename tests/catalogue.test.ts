// Each attack of the catalogue is made by a test that names it.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
const rows = [...read('catalogue.md').matchAll(/^\| ([A-Z]\d\d) \| (.+) \| (.+) \|$/gm)].map(
  ([, id = '', , files = '']) => ({ id, files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) }),
)
/** Ids of attacks, as issues name them: `P01–P03` is three. */
const DEMANDED = [
  'P01–P08 P11–P22',
  'O07 O11–O19',
  'R01–R07 R09 R10',
  'T01–T06',
  'D02 D04 D05 D07 D09 D11',
  'H04 H05',
  'A01–A12 A14–A18',
  'B01–B05 B07–B11',
  'I01–I11',
  'V01 V04 V05',
]
  .flatMap((spans) => spans.split(' '))
  .flatMap((span) => {
    const [first = '', last = first] = span.split('–')
    const count = Number(last.slice(1)) - Number(first.slice(1)) + 1
    return Array.from(
      { length: count },
      (_, at) => `${first[0]}${String(Number(first.slice(1)) + at).padStart(2, '0')}`,
    )
  })

describe('the catalogue', () => {
  test('has each attack once', () => {
    expect(rows.map(({ id }) => id).toSorted()).toEqual(DEMANDED.toSorted())
  })

  test.each(rows)('$id is held by tests that name it', ({ id, files }) => {
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect([file, new RegExp(`\\b${id}\\b`).test(read(file))]).toEqual([file, true])
  })
})
