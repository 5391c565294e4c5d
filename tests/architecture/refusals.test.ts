// Holds that a test asserts a refusal by its code where no other refusal has that code; its words are tested in one place.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REFUSALS } from '#shared/refusals/catalogue.ts'
import type { RefusalText } from '#shared/refusals/refusal-text.ts'
import { listFiles, root } from './source-files.ts'

/** Shorter pieces between the values of a message stand in other sentences too. */
const SHORTEST_PIECE = 16
/** Matches the tests of the words themselves, and those of pages, which show them. */
const OF_WORDS = /^tests\/(?:journeys|client|server\/api\/words|shared\/refusals)\//

test('a refusal that has a code for itself is asserted by it', () => {
  const refusals = Object.entries<RefusalText>(REFUSALS)
  const byCode = Map.groupBy(refusals, ([name, { code }]) => code ?? name)
  const pieces = [...byCode.values()]
    .filter(({ length }) => length === 1)
    .flatMap(([found]) => found?.[1].message.split(/\{[^}]*\}/) ?? [])
    .map((piece) => piece.trim())
    .filter(({ length }) => length >= SHORTEST_PIECE)
  expect(pieces.length).toBeGreaterThan(10)
  const worded = listFiles('tests')
    .filter((path) => path.endsWith('.test.ts') && !OF_WORDS.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return pieces.filter((piece) => text.includes(piece)).map((piece) => `${path}: ${piece}`)
    })
  expect(worded).toEqual([])
})
