// A comment that names a type, a function or a file names one that there is: names change, and comments stay behind.
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { code, listFiles } from './source-files.ts'

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g
const QUOTED = /`([^`\n]+)`/g
/** Names of two words: `updateTimers`, `Change.isForGood`. A word by itself may be anything. */
const NAME = /\b[A-Za-z]\w*[a-z][A-Z]\w*/g
const FILE = /(?<![\w.*-])[a-z0-9-]+(?:\.test)?\.tsx?\b/g
/** Names that stand for any: entities of a document, and a thread of the server. */
const EXAMPLES: readonly string[] = ['LeaveRequest', 'SalesPerson', 'some-thread.ts']

const files = new Set([...code.keys(), ...listFiles('tests')].map((path) => basename(path)))
const words = new Set([...code.values()].flatMap((text) => text.replaceAll(COMMENT, ' ').match(/[A-Za-z]\w*/g) ?? []))

test('a name in a comment is that of something in the source', () => {
  const wrong = [...code].flatMap(([path, text]) => unknownIn(text).map((name) => `${path}: ${name}`))
  expect(words.size).toBeGreaterThan(10_000)
  expect(wrong).toEqual([])
})

test.each([
  ['/** Follows `neverDeclared`. */', ['neverDeclared']],
  ['run() // `Gone.member` of `never-written.ts`', ['never-written.ts']],
  ["const address = 'https://example.com/`neverDeclared`'", []],
  ['/** `updateTimers`, `SECRET` and words-or-paths in `comment-names.test.ts`. */', []],
])('in %j the names that there are not are %j', (text, names) => {
  expect(unknownIn(text)).toEqual(names)
})

function unknownIn(text: string): readonly string[] {
  const comments = text.match(COMMENT) ?? []
  const quoted = comments.flatMap((comment) => [...comment.matchAll(QUOTED)].map(([, each = '']) => each))
  const names = quoted.flatMap((each) => each.match(NAME) ?? [])
  const named = comments.flatMap((comment) => comment.match(FILE) ?? [])
  const unknown = [...names.filter((name) => !words.has(name)), ...named.filter((name) => !files.has(name))]
  return unknown.filter((name) => !EXAMPLES.includes(name))
}
