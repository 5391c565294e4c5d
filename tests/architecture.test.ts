// Holds the architecture: which folder may import which, and the size, shape and words of every source file.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { PLAIN_KINDS } from '#shared/fields/field-type.ts'

/**
 * Folder → the folders it may import besides itself. A file at the top of `shared`, `server` or `client` stands
 * under its own path. `server/*` means every folder of the server.
 */
const allowedImports: { readonly [from: string]: readonly string[] } = {
  'shared/text': [],
  'shared/diagnostics': ['shared/text'],
  'shared/document': ['shared/text', 'shared/diagnostics'],
  'shared/expressions': ['shared/text', 'shared/diagnostics'],
  'shared/fields': ['shared/text', 'shared/diagnostics', 'shared/expressions'],
  'shared/points': ['shared/text', 'shared/diagnostics', 'shared/document', 'shared/expressions', 'shared/fields'],
  'shared/refusals': ['shared/text'],
  'shared/model': [
    'shared/text',
    'shared/diagnostics',
    'shared/document',
    'shared/expressions',
    'shared/fields',
    'shared/points',
    'shared/refusals',
  ],
  'shared/checks': [
    'shared/text',
    'shared/diagnostics',
    'shared/document',
    'shared/expressions',
    'shared/fields',
    'shared/points',
    'shared/refusals',
    'shared/model',
  ],
  'shared/compile.ts': [
    'shared/text',
    'shared/diagnostics',
    'shared/document',
    'shared/expressions',
    'shared/fields',
    'shared/points',
    'shared/model',
    'shared/checks',
  ],
  'shared/language': [
    'shared/text',
    'shared/document',
    'shared/expressions',
    'shared/fields',
    'shared/points',
    'shared/model',
    'shared/compile.ts',
  ],
  'shared/policy': ['shared/text', 'shared/expressions', 'shared/fields', 'shared/model'],
  'shared/decisions': [
    'shared/text',
    'shared/expressions',
    'shared/fields',
    'shared/refusals',
    'shared/model',
    'shared/policy',
  ],
  'shared/protocol': [
    'shared/text',
    'shared/diagnostics',
    'shared/expressions',
    'shared/refusals',
    'shared/model',
    'shared/decisions',
  ],
  'server/storage': ['shared/*'],
  'server/document': ['shared/*', 'server/storage'],
  'server/language': ['shared/*'],
  'server/policy': ['shared/*', 'server/storage', 'server/document'],
  'server/records': ['shared/*', 'server/storage', 'server/document', 'server/policy'],
  'server/auth': ['shared/*', 'server/storage', 'server/document', 'server/policy', 'server/records'],
  'server/calls': ['shared/*', 'server/storage', 'server/document', 'server/policy', 'server/records', 'server/auth'],
  'server/web': ['shared/*', 'server/document', 'server/policy', 'server/auth', 'server/records', 'server/clock.ts'],
  'server/api': [
    'shared/*',
    'server/document',
    'server/policy',
    'server/records',
    'server/calls',
    'server/auth',
    'server/web',
    'server/clock.ts',
  ],
  'server/live': ['shared/*', 'server/storage', 'server/document'],
  'server/jobs': [
    'shared/*',
    'server/storage',
    'server/document',
    'server/policy',
    'server/records',
    'server/calls',
    'server/clock.ts',
  ],
  'server/backup': ['shared/*', 'server/storage', 'server/auth'],
  'server/clock.ts': [],
  'server/config.ts': [],
  'server/app.ts': ['shared/*', 'server/*'],
  'server/say-next-steps.ts': ['shared/*'],
  'server/prepare-sample.ts': ['shared/*', 'server/*'],
  'server/stop-server.ts': [],
  'server/stop-when-asked.ts': [],
  'server/serve.ts': ['shared/*', 'server/*'],
  'server/main.ts': ['shared/*', 'server/*'],
  'client/words': ['shared/*'],
  'client/ui': ['client/words'],
  'client/data': ['shared/*', 'client/words', 'client/ui'],
  'client/fields': ['shared/*', 'client/words', 'client/data', 'client/ui'],
  'client/account': [
    'shared/*',
    'client/words',
    'client/data',
    'client/ui',
    'client/fields',
    'client/screens',
    'client/shell',
  ],
  'client/shell': [
    'shared/*',
    'client/words',
    'client/data',
    'client/ui',
    'client/screens',
    'client/fields',
    'client/studio',
    'client/account',
  ],
  'client/screens': [
    'shared/*',
    'client/words',
    'client/data',
    'client/ui',
    'client/fields',
    'client/shell',
    'client/account',
  ],
  'client/studio': [
    'shared/*',
    'client/words',
    'client/data',
    'client/ui',
    'client/fields',
    'client/shell',
    'client/account',
  ],
  'client/main.tsx': ['client/*', 'shared/*'],
}

/** Packages that only one place may know, so that they can be replaced there. */
const onlyImportedBy: { readonly [module: string]: RegExp } = {
  'node:sqlite': /^server\/storage\/sqlite\/[^/]+\.ts$/,
  express: /^server\/(api|web|app\.ts)/,
  pg: /^server\/storage\//,
  'mdast-util-from-markdown': /^(shared\/document|server\/web|client\/ui)\//,
  ajv: /^server\//,
  '@simplewebauthn/server': /^server\/auth\/methods\/passkey\//,
  '@simplewebauthn/browser': /^client\/data\/account\/passkeys\.ts$/,
  'vscode-languageserver': /^server\/language\//,
  'openid-client': /^server\/auth\/methods\/provider\/openid\.ts$/,
}

/** Packages that few requests need: they are loaded with the first of these. */
const loadedWhenNeeded = /^(@simplewebauthn\/|openid-client$)/

const MOST_LINES_OF_CODE = 400
const MOST_FILES_IN_A_FOLDER = 20
/** The language has more types of fields than that, and each has a file of its own. */
const foldersByFieldType = ['shared/fields', 'client/fields']

/** Where each kind has something of its own: its view, and the entity or the fields that its type names. */
const dispatchesByKind: ReadonlySet<string> = new Set([
  'client/fields/registry.ts',
  'client/fields/edit/field-editor.ts',
  'shared/model/3-entities/outline.ts',
])

const FIELD_KINDS: readonly string[] = [
  ...PLAIN_KINDS,
  ...['decimal', 'slug', 'one of', 'several of', 'sequence', 'relation'],
]
/** Types of expressions, tokens and literals have these names too. */
const NOT_OF_FIELDS_ALONE = ['text', 'integer', 'number', 'decimal', 'date', 'time', 'duration', 'json', 'relation']
const OWN_KINDS = FIELD_KINDS.filter((kind) => !NOT_OF_FIELDS_ALONE.includes(kind)).join('|')
const KIND_LIST = /'[^'\n]+'(?:,\s*'[^'\n]+')+/g
const KIND_ASKED = new RegExp(`\\bkind [!=]== '(?:${OWN_KINDS})'|\\bcase '(?:${OWN_KINDS})'`, 'g')
const KIND_OF_FIELD = new RegExp(
  `\\b(?!node\\b)\\w+\\.type\\.kind [!=]== '(?!relation)(?:${FIELD_KINDS.join('|')})'`,
  'g',
)
const KIND_AS_KEY = /(?<!case )'(?:long text|yes\/no|date and time|one of|several of|list of text)':/g
/** Expressions know no fields: their trees and types have kinds of their own. */
const OF_EXPRESSIONS = /(^|\/)expressions\//

const LONGEST_FIRST_LINE = 110

/** The trade says: shown, reported, decided, evaluated, people who, only, caller, conflict, actor, version, they. */
const PRIVATE_WORDS =
  /\b(?:told|judg(?:e[sd]?|ing)|whoever|askers?|whom|(?<!-)alone|obstacles?|doings|editions?|he|him|his|himself|she|hers|herself)\b/i
const OWN_PATH = 'tests/architecture.test.ts'
const TITLE_OF_POINT_1 = /\bfor[ -]whom\b/gi
const TEST_NAME = /\b(?:test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\((?:`|'|")(.*?)(?:`|'|"),/

/** A type is named by a noun. */
const PARTICIPLE = /(?:[a-z]ed|ing|Told|Given|Seen|Kept|Sent|Shown|Written|Taken|Known|Found|Made|Done|Gone|Held|Read)$/
const NOUNS = /(?:Seed|Feed|Heading|Setting|Binding|Printing|Listing|String|Spelling|Keyring)$/
/** "not shown" is a term of the language. */
const TERMS: readonly string[] = ['NotShown', 'OrNotShown']

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g
const RUNTIME_IMPORT = /(?:^|\n)\s*(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?\s*'([^']+)'/g

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['shared', 'server', 'client'].flatMap((top) => listFiles(top))
const code = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const testCode = listFiles('tests').map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
const pages = ['README.md', ...['shared', 'server', 'client', '.github'].flatMap((top) => listPages(top))].map(
  (path) => [path, readFileSync(join(root, path), 'utf8')] as const,
)
const types = [...code].flatMap(([path, text]) => findTypes(path, text))
const imports = new Map(sources.map((path) => [path, ownFiles(path, specifiersOf(path))]))
const runtimeImports = new Map(sources.map((path) => [path, ownFiles(path, runtimeSpecifiersOf(path))]))

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

/** A new refusal from an object that is no other refusal, and a code beside a message. */
const REFUSALS_BY_HAND = [
  /new Refused\(\s*\{(?!\s*\.\.\.)/g,
  /\{[^{}]*\bcode: '\w+'[^{}]*\bmessage\b/g,
  /\{[^{}]*\bmessage\b[^{}]*\bcode: '\w+'/g,
]

describe('imports', () => {
  test('go only in the directions of the table', () => {
    const wrong = eachImport()
      .filter(({ from, to }) => !mayImport(layerOf(from), layerOf(to)))
      .map(({ from, to }) => `${from} must not import ${to}`)
    expect(wrong).toEqual([])
  })

  test('every source folder stands in the table', () => {
    const unknown = [...new Set(sources.map(layerOf))].filter((layer) => !(layer in allowedImports))
    expect(unknown).toEqual([])
  })

  test('there is no circle', () => {
    expect(findCircles()).toEqual([])
  })

  test('another top is imported by its name, the own one by a relative path', () => {
    const wrong = sources.flatMap((path) =>
      specifiersOf(path)
        .filter((name) => (name.startsWith('#') ? path.startsWith('shared/') : climbsOut(path, name)))
        .map((name) => `${path}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('shared imports nothing of Node or a browser', () => {
    const wrong = sources
      .filter((path) => path.startsWith('shared/'))
      .flatMap((path) => specifiersOf(path).map((name) => `${path}: ${name}`))
      .filter((line) => /: (node:|react|express|vite)/.test(line))
    expect(wrong).toEqual([])
  })

  test('the client keeps the parser of documents out of its main bundle', () => {
    const wrong = eachImport()
      .filter(({ from, to }) => from.startsWith('client/') && !from.startsWith('client/studio/') && isParser(to))
      .map(({ from, to }) => `${from} must not import ${to}`)
    expect(wrong).toEqual([])
  })

  test('a package that one place owns is imported only there', () => {
    const wrong = sources.flatMap((path) =>
      specifiersOf(path)
        .filter((name) => onlyImportedBy[name] !== undefined && !onlyImportedBy[name].test(path))
        .map((name) => `${path} must not import ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('what few requests need is not loaded at the start', () => {
    const wrong = sources.flatMap((path) =>
      runtimeSpecifiersOf(path)
        .filter((name) => loadedWhenNeeded.test(name))
        .map((name) => `${path} loads ${name} at once`),
    )
    expect(wrong).toEqual([])
  })

  test('only one file opens SQLite', () => {
    const importers = sources.filter((path) => runtimeSpecifiersOf(path).includes('node:sqlite'))
    expect(importers.length, importers.join(', ')).toBeLessThanOrEqual(1)
  })
})

describe('every source file', () => {
  test('begins with a comment that says what it is for', () => {
    expect(sources.filter((path) => !/^(\/\/ |\/\*\* ?)\S/.test(code.get(path) ?? ''))).toEqual([])
  })

  test('has no default export, except where a tool demands it', () => {
    const wrong = sources.filter((path) => /^export default\b/m.test(code.get(path) ?? ''))
    expect(wrong.filter((path) => basename(path) !== 'vite.config.ts')).toEqual([])
  })

  test('has a name that says what is in it', () => {
    expect(sources.filter((path) => /(^|[/.-])(utils?|helpers?|common|misc|index)([/.-])/.test(path))).toEqual([])
  })

  test('is named in kebab-case', () => {
    expect(sources.filter((path) => !/^([a-z0-9-]+|\.)(\.[a-z]+)+$/.test(basename(path)))).toEqual([])
  })

  test(`has at most ${MOST_LINES_OF_CODE} lines of code`, () => {
    const long = sources
      .map((path) => ({ path, lines: countCodeLines(code.get(path) ?? '') }))
      .filter(({ lines }) => lines > MOST_LINES_OF_CODE)
    expect(long).toEqual([])
  })

  test(`is in a folder with at most ${MOST_FILES_IN_A_FOLDER} files`, () => {
    const folders = Map.groupBy(sources, (path) => dirname(path))
    const full = [...folders].filter(
      ([folder, files]) => countIdeas(files) > MOST_FILES_IN_A_FOLDER && !foldersByFieldType.includes(folder),
    )
    expect(full.map(([folder, files]) => `${folder}: ${files.length} files`)).toEqual([])
  })

  test('only re-exports beside code of its own', () => {
    const barrels = sources.filter((path) => {
      const statements = (code.get(path) ?? '').split('\n').filter((line) => isCode(line))
      return statements.length > 0 && statements.every((line) => /^export (type )?(\*|\{).* from /.test(line))
    })
    expect(barrels).toEqual([])
  })
})

describe('what is known of a kind of field', () => {
  test('stands with the kind: no other file lists kinds or asks for one', () => {
    const wrong = [...code]
      .filter(([path]) => !path.startsWith('shared/fields/') && !OF_EXPRESSIONS.test(path))
      .filter(([path]) => !dispatchesByKind.has(path))
      .flatMap(([path, text]) => findKinds(text).map((found) => `${path}: ${found}`))
    expect(wrong).toEqual([])
  })

  test.each([
    ['a list', "new Set(['long text', 'markdown'])", "'long text', 'markdown'"],
    ['a list over lines', "[\n  'text',\n  'slug',\n].includes(kind)", "'text',\n  'slug'"],
    ['a comparison', "if (type.kind !== 'sequence') return", "kind !== 'sequence'"],
    ['a comparison of a type that expressions have too', "field.type.kind === 'date'", "field.type.kind === 'date'"],
    ['a branch', "case 'yes/no':", "case 'yes/no'"],
    ['a map', "{ 'one of': 100 }", "'one of':"],
  ])('is found as %s', (_form, written, found) => {
    expect(findKinds(written)).toEqual([found])
  })

  test('may be narrowed to a relation, whose type names an entity', () => {
    expect(findKinds("field.type.kind === 'relation' && field.type.many")).toEqual([])
  })
})

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

  test('a type is a noun, not a participle', () => {
    const wrong = types.filter(
      ({ name, isError }) => PARTICIPLE.test(name) && !NOUNS.test(name) && !isError && !TERMS.includes(name),
    )
    expect(wrong.map(({ name, path }) => `${name} in ${path}`)).toEqual([])
  })

  test(`the first line of a file has at most ${LONGEST_FIRST_LINE} characters, in the trade's words`, () => {
    const firstLines = [...code].map(([path, text]) => ({ path, line: text.split('\n')[0] ?? '' }))
    const wrong = firstLines.filter(
      ({ line }) => line.length > LONGEST_FIRST_LINE || /\b(whoever|asker|told|rights)\b/i.test(line),
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

/** Of a line of code: its comment, or the name of the test that begins there. */
function proseOf(line: string): string {
  if (/^\s*(\/\*|\* |\*$)/.test(line)) return line
  const [, name = ''] = TEST_NAME.exec(line) ?? []
  const [, comment = ''] = /(?<![:'"`\\/])\/\/(?!\/)(.*)$/.exec(line) ?? []
  return name + comment
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return entry.name === 'dist' || entry.name === 'node_modules' ? [] : listFiles(path)
      return /^\.tsx?$/.test(extname(entry.name)) && !entry.name.endsWith('.d.ts') ? [path] : []
    })
    .toSorted()
}

/** `shared/model/link.ts` → `shared/model`; `server/app.ts` → itself. */
function layerOf(path: string): string {
  const [top, folder, ...rest] = path.split('/')
  if (path === 'client/vite.config.ts') return 'client/main.tsx'
  return rest.length === 0 ? path : `${top}/${folder}`
}

function mayImport(from: string, to: string): boolean {
  const allowed = allowedImports[from] ?? []
  return from === to || allowed.includes(to) || allowed.includes(`${to.split('/')[0]}/*`)
}

function isParser(path: string): boolean {
  return /^shared\/(compile\.ts|document\/|checks\/)/.test(path)
}

/** Every import between two of our own files, types included. */
function eachImport(): readonly { readonly from: string; readonly to: string }[] {
  return [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
}

function ownFiles(path: string, specifiers: readonly string[]): readonly string[] {
  return specifiers
    .filter((name) => /^[.#]/.test(name) && /\.tsx?$/.test(name))
    .map((name) => (name.startsWith('#') ? name.slice(1) : normalize(join(dirname(path), name))))
}

function specifiersOf(path: string): readonly string[] {
  return [...(code.get(path) ?? '').matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '')
}

function runtimeSpecifiersOf(path: string): readonly string[] {
  return [...(code.get(path) ?? '').matchAll(RUNTIME_IMPORT)].map((match) => match[1] ?? '')
}

function climbsOut(path: string, name: string): boolean {
  return name.startsWith('.') && normalize(join(dirname(path), name)).split('/')[0] !== path.split('/')[0]
}

/** Circles among files that run; a type may point back. Two files that call each other are one idea, or need a third. */
function findCircles(): readonly string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (trail.includes(path) || done.has(path)) return
    for (const next of runtimeImports.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of runtimeImports.keys()) visit(path, [])
  return circles
}

/** The files of one point (`4-states.ts`, `read-timer.ts`) count as one: they stand together and are found by their number. */
function countIdeas(files: readonly string[]): number {
  return new Set(files.map((path) => /^\d(?=-)/.exec(basename(path))?.[0] ?? path)).size
}

function countCodeLines(text: string): number {
  return text.split('\n').filter((line) => isCode(line)).length
}

function isCode(line: string): boolean {
  return !/^\s*($|\/\/|\/\*|\*)/.test(line)
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

function findKinds(text: string): readonly string[] {
  const lists = [...text.matchAll(KIND_LIST)].map(([list]) => list)
  const kinds = lists.filter((list) => {
    const items = [...list.matchAll(/'([^']+)'/g)].map(([, item = '']) => item)
    return (
      items.every((item) => FIELD_KINDS.includes(item)) && items.some((item) => OWN_KINDS.split('|').includes(item))
    )
  })
  const asked = [KIND_ASKED, KIND_OF_FIELD, KIND_AS_KEY].flatMap((form) => [...text.matchAll(form)].map(([all]) => all))
  return [...new Set([...kinds, ...asked])].filter(
    (each, _at, all) => !all.some((one) => one !== each && one.endsWith(each)),
  )
}

function listPages(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/(^|\/)(dist|node_modules)\//.test(path))
    .map((path) => `${folder}/${path}`)
}
