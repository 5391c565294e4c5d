// Statements keep to what every engine of PostgreSQL's kind has: none needs a lock, a trigger or a number of one engine.
import { expect, test } from 'vitest'
import { UNWANTED_STATEMENTS } from '../postgres/unwanted-statements.ts'
import { code } from './source-files.ts'

/** Everything that a process sends to PostgreSQL is printed here; the folder of the other engine is not. */
const sources = [...code].filter(([path]) => path.startsWith('server/') && !path.startsWith('server/storage/sqlite/'))

test.each(Object.entries(UNWANTED_STATEMENTS))('no statement needs %s', (_what, [words, example]) => {
  expect(words.test(example)).toBe(true)
  const found = sources.flatMap(([path, text]) =>
    textsIn(text)
      .filter((line) => words.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

/** Lines without their comments. */
function textsIn(source: string): readonly string[] {
  return source.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
}
