// Holds the words of the source: types named by nouns, one-sentence first lines, people who are "they".
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const LONGEST_FIRST_LINE = 110

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = listFiles(['shared', 'server', 'client'], /\.tsx?$/).filter((path) => !path.endsWith('.d.ts'))
const pages = ['README.md', ...listFiles(['shared', 'server', 'client', '.github', '.deploy'], /\.md$/)]
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

interface TypeDeclaration {
  readonly name: string
  readonly path: string
  readonly isExported: boolean
  /** A class of error says what went wrong: `StorageDamaged`. */
  readonly isError: boolean
}

const types: readonly TypeDeclaration[] = sources.flatMap((path) =>
  [...textOf(path).matchAll(/^\s*(export )?(?:abstract )?(?:interface|type|class) (\w+)\b(.*)/gm)].map(
    ([, exported, name = '', rest = '']) => ({
      name,
      path,
      isExported: exported !== undefined,
      isError: / extends \w*(Error|Refused|Failed)\b/.test(rest),
    }),
  ),
)

/** The last word of a type's name is a noun. */
const PARTICIPLE = /(?:[a-z]ed|ing|Told|Given|Seen|Kept|Sent|Shown|Written|Taken|Known|Found|Made|Done|Gone|Held|Read)$/
const NOUNS = /(?:Seed|Feed|Heading|Setting|Binding|Printing|Listing|String|Spelling|Keyring)$/
/** "not shown" is a term of the language. */
const TERMS = new Set(['NotShown', 'OrNotShown'])

test('an exported type has a name of its own', () => {
  const byName = Map.groupBy(
    types.filter(({ isExported }) => isExported),
    ({ name }) => name,
  )
  const twice = [...byName].filter(([, those]) => those.length > 1)
  expect(types.length).toBeGreaterThan(800)
  expect(twice.map(([name, those]) => `${name}: ${those.map(({ path }) => path).join(', ')}`)).toEqual([])
})

test('a type is a noun, not a participle', () => {
  const wrong = types.filter(
    ({ name, isError }) => PARTICIPLE.test(name) && !NOUNS.test(name) && !isError && !TERMS.has(name),
  )
  expect(wrong.map(({ name, path }) => `${name} in ${path}`)).toEqual([])
})

test(`the first line of a file says in ${LONGEST_FIRST_LINE} characters what the file does`, () => {
  const firstLines = sources.map((path) => `${textOf(path).split('\n')[0]} (${path})`)
  const tooLong = sources.filter((path) => (textOf(path).split('\n')[0] ?? '').length > LONGEST_FIRST_LINE)
  expect(tooLong).toEqual([])
  expect(firstLines.filter((line) => /^\S+ .*\b(whoever|asker|told|rights)\b.*\(/i.test(line))).toEqual([])
})

test('people are "they"', () => {
  const wrong = [...sources, ...pages].flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, at) => (/\b(he|him|his|himself|she|hers|herself)\b/i.test(line) ? [`${path}:${at + 1}`] : [])),
  )
  expect(wrong).toEqual([])
})

function listFiles(folders: readonly string[], extension: RegExp): readonly string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => extension.test(path) && !/\/(dist|node_modules)\//.test(path))
    .toSorted()
}
