// Comments, names of tests, messages and types are in the words of the trade; refusals come from the catalogue.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { code, listFiles, root } from './source-files.ts'

const LONGEST_FIRST_LINE = 110

/** The trade says: shown, reported, decided, evaluated, people who, only, caller, conflict, actor, version, they. */
const PRIVATE_WORDS =
  /\b(?:told|judg(?:e[sd]?|ing)|whoever|askers?|whom|(?<!-)alone|obstacles?|doings|editions?|he|him|his|himself|she|hers|herself)\b/i
/**
 * Paths of the code that reads "email" spelled with a hyphen, since documents may write it so. The product says
 * "email".
 */
const READ_WITH_HYPHEN = ['shared/points/6-roles/read-roles.ts', 'shared/points/3-entities/read-field-type.ts']
const OWN_PATH = 'tests/architecture/words.test.ts'
const TITLE_OF_POINT_1 = /\bfor[ -]whom\b/gi
const TEST_NAME = /\b(?:test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\((?:`|'|")(.*?)(?:`|'|"),/

/** The name of an exported function: declared as one, or a constant that holds one. */
const EXPORTED_FUNCTION =
  /^export (?:async )?(?:function\*? |const (?=\w+(?:: [^=\n]+)? = (?:(?:async )?(?:<[^>]*>)?\([^\n]*=>|memo)))(\w+)/gm

/** A type is named by a noun. */
const PARTICIPLE = /(?:[a-z]ed|ing|Told|Given|Seen|Kept|Sent|Shown|Written|Taken|Known|Found|Made|Done|Gone|Held|Read)$/
const NOUNS = /(?:Seed|Feed|Heading|Setting|Binding|Printing|Reading|Listing|String|Spelling|Keyring)$/
/** "not shown" is a term of the language. */
const TERMS: readonly string[] = ['NotShown', 'OrNotShown']

/** A new refusal from an object that is no other refusal, and a code beside a message. */
const REFUSALS_BY_HAND = [
  /new Refused\(\s*\{(?!\s*\.\.\.)/g,
  /\{[^{}]*\bcode: '\w+'[^{}]*\bmessage\b/g,
  /\{[^{}]*\bmessage\b[^{}]*\bcode: '\w+'/g,
]

/** Words with which a doc comment is no sentence of its own: read away from the next line, it means nothing. */
const DOC_FRAGMENT = /^(?:Of|In|By|From|For|As|At|Where|What|Which|Who|The same|It|They)\b/
const DOC_COMMENT = /\/\*\*\s*(?:\*\s)?\s*(.*?)\*\//gs

const testCode = listFiles('tests').map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
const pages = ['README.md', ...['shared', 'server', 'client', '.github'].flatMap((top) => listPages(top))].map(
  (path) => [path, readFileSync(join(root, path), 'utf8')] as const,
)
const types = [...code].flatMap(([path, text]) => findTypes(path, text))

describe('words', () => {
  test('an exported type has a name of its own', () => {
    const byName = Map.groupBy(
      types.filter(({ isExported }) => isExported),
      ({ name }) => name,
    )
    const twice = [...byName].filter(([, those]) => those.length > 1)
    expect(types.length).toBeGreaterThan(800)
    expect(twice.map(([name, those]) => `${name}: ${those.map(({ path }) => path).join(', ')}`)).toEqual([])
  })

  test('an exported function has a name of its own', () => {
    const functions = [...code].flatMap(([path, text]) =>
      [...text.matchAll(EXPORTED_FUNCTION)].map(([, name = '']) => ({ name, path })),
    )
    const twice = [...Map.groupBy(functions, ({ name }) => name)].filter(([, those]) => those.length > 1)
    expect(functions.length).toBeGreaterThan(2_000)
    expect(twice.map(([name, those]) => `${name}: ${those.map(({ path }) => path).join(', ')}`)).toEqual([])
  })

  test('a type is a noun, not a participle', () => {
    const wrong = types.filter(
      ({ name, isError }) => PARTICIPLE.test(name) && !NOUNS.test(name) && !isError && !TERMS.includes(name),
    )
    expect(wrong.map(({ name, path }) => `${name} in ${path}`)).toEqual([])
  })

  test(`the first line of a file says what it does, in at most ${LONGEST_FIRST_LINE} characters of the trade's words`, () => {
    const firstLines = [...code].map(([path, text]) => ({ path, line: text.split('\n')[0] ?? '' }))
    const wrong = firstLines.filter(
      ({ line }) =>
        line.length > LONGEST_FIRST_LINE ||
        /\b(whoever|asker|told|rights)\b/i.test(line) ||
        // It begins with what the file does, not with what it is.
        /^\/\/ (?:The|An?)\b/.test(line),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('comments, the names of tests and the messages use the trade’s words', () => {
    const written = [...code, ...testCode.filter(([path]) => path !== OWN_PATH)].flatMap(([path, text]) =>
      text.split('\n').map((line, at) => ({
        place: `${path}:${at + 1}`,
        words: /^shared\/(diagnostics|refusals)\//.test(path) ? line : proseOf(line),
      })),
    )
    const paged = pages
      .filter(([path]) => !/^shared\/documents\/(?!reference|README)/.test(path))
      .flatMap(([path, text]) =>
        text.split('\n').map((line, at) => ({ place: `${path}:${at + 1}`, words: line.startsWith('|') ? '' : line })),
      )
    const wrong = [...written, ...paged].filter(({ words }) =>
      PRIVATE_WORDS.test(words.replaceAll(TITLE_OF_POINT_1, '')),
    )
    expect(wrong.map(({ place, words }) => `${place} ${PRIVATE_WORDS.exec(words)?.[0] ?? ''}`)).toEqual([])
  })

  test('a doc comment is a sentence whose subject is what stands below it, or a noun phrase', () => {
    const wrong = [...code, ...testCode].flatMap(([path, text]) =>
      [...text.matchAll(DOC_COMMENT)]
        .filter(([, words = '']) => DOC_FRAGMENT.test(words))
        .map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`),
    )
    expect(wrong).toEqual([])
  })

  test('the product says "email" everywhere, in English', () => {
    const texts = [...code, ...pages].filter(([path]) => !READ_WITH_HYPHEN.includes(path))
    expect(texts.filter(([, text]) => /\be-mail|\bE-mail/.test(text)).map(([path]) => path)).toEqual([])
  })

  test.each([
    ['const a = 1 // Nobody is told.', ' Nobody is told.'],
    ['/** Whoever asks. */', '/** Whoever asks. */'],
    [" * By itself alone: 'x'.", " * By itself alone: 'x'."],
    ["  test('is judged as it was', async () => {", 'is judged as it was'],
    ["describe.each(people)('nobody is told', () => {", 'nobody is told'],
    ["const told = 'https://example.com/whoever'", ''],
  ])('of %j that is %j', (line, prose) => {
    expect(proseOf(line)).toBe(prose)
  })

  test('people are "they"', () => {
    const wrong = [...code, ...pages].flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, at) => (/\b(he|him|his|himself|she|hers|herself)\b/i.test(line) ? [`${path}:${at + 1}`] : [])),
    )
    expect(wrong).toEqual([])
  })
})

describe('refusals', () => {
  test('come from the catalogue: no message of one is written where it is thrown', () => {
    const wrong = [...code]
      .filter(([path]) => path.startsWith('server/') || path.startsWith('shared/decisions/'))
      .flatMap(([path, text]) =>
        REFUSALS_BY_HAND.flatMap((form) => [...text.matchAll(form)].map(([at]) => `${path}: ${at}`)),
      )
    expect(wrong).toEqual([])
  })
})

/** Returns the comment of a line of code, or the name of the test that begins there. */
function proseOf(line: string): string {
  if (/^\s*(\/\*|\* |\*$)/.test(line)) return line
  const [, name = ''] = TEST_NAME.exec(line) ?? []
  const [, comment = ''] = /(?<![:'"`\\/])\/\/(?!\/)(.*)$/.exec(line) ?? []
  return name + comment
}

interface TypeDeclaration {
  readonly path: string
  readonly name: string
  readonly isExported: boolean
  /** A class of error says what went wrong: `StorageDamaged`. */
  readonly isError: boolean
}

function findTypes(path: string, text: string): readonly TypeDeclaration[] {
  return [...text.matchAll(/^\s*(export )?(?:abstract )?(?:interface|type|class) (\w+)\b(.*)/gm)].map(
    ([, exported, name = '', rest = '']) => ({
      path,
      name,
      isExported: exported !== undefined,
      isError: / extends \w*(Error|Refused|Failed)\b/.test(rest),
    }),
  )
}

function listPages(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/(^|\/)(dist|node_modules)\//.test(path))
    .map((path) => `${folder}/${path}`)
}
