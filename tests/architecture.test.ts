// Holds the architecture: which folder may import which, and the size and shape of every source file.
import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allowedImports } from './architecture/allowed-imports.ts'
import { code, listFiles, root, sources } from './architecture/source-files.ts'

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

const MOST_LINES = 400

/**
 * Folders whose rooms import each other one way, each with the pairs of rooms that are one idea: a write runs effects,
 * which write; and it writes lines, which are written.
 */
const ROOMED: { readonly [folder: string]: readonly string[] } = {
  'client/frame': [],
  'server/auth': [],
  'server/records': ['effects write', 'lines write'],
  'server/storage': [],
}

/** Engines of the storage, each with what may open one of its databases, or copy one. */
const ENGINES: { readonly [folder: string]: RegExp } = {
  sqlite:
    /^server\/(open-data|run-command|backup\/[a-z-]+|sandbox\/open-sandbox|document\/(?:data-place|copy-database)|plan\/(?:open-copies|print-plan)|try\/(?:open-trial|copy-data)|records\/read\/explain-lists)\.ts$/,
  postgres:
    /^server\/(open-data|run-command|backup\/run-move|document\/(?:data-place|copy-database)|plan\/open-copies)\.ts$/,
}

/** Folders with one file, each with the reason. */
const SINGLE_FILES: { readonly [folder: string]: string } = {
  shared: 'The whole pipeline stands above the folders of its passes.',
  'server/language': 'The protocol of editors stands beside its page, and nothing of it is imported elsewhere.',
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g
const RUNTIME_IMPORT = /(?:^|\n)\s*(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?\s*'([^']+)'/g

const imports = new Map(sources.map((path) => [path, ownFiles(path, specifiersOf(path))]))
const runtimeImports = new Map(sources.map((path) => [path, ownFiles(path, runtimeSpecifiersOf(path))]))

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

  test.each(Object.entries(ROOMED))('rooms of %s import each other at run time only one way', (folder, oneIdea) => {
    const rooms = new Set(
      runtimeImportsIn(folder).map(({ from, to }) => `${roomOf(folder, from)} ${roomOf(folder, to)}`),
    )
    const both = [...rooms].filter((pair) => {
      const [from = '', to = ''] = pair.split(' ')
      return from < to && from !== '' && rooms.has(`${to} ${from}`)
    })
    expect(both.toSorted()).toEqual(oneIdea)
  })

  test.each(Object.keys(ROOMED))(
    'a room of %s imports from its top at run time only what imports no room',
    (folder) => {
      const within = runtimeImportsIn(folder)
      const above = new Set(
        within
          .filter(({ from, to }) => roomOf(folder, from) === '' && roomOf(folder, to) !== '')
          .map(({ from }) => from),
      )
      const arrowsUp = within.filter(({ from, to }) => roomOf(folder, from) !== '' && above.has(to))
      expect(arrowsUp.map(({ from, to }) => `${from} must not import ${to}`)).toEqual([])
    },
  )

  test('the limiter of sign-in knows no method of it', () => {
    const wrong = eachImport().filter(
      ({ from, to }) =>
        from.startsWith('server/auth/rate-limit/') && /^server\/auth\/(auth-dep|methods|second)/.test(to),
    )
    expect(wrong).toEqual([])
  })

  test.each(Object.entries(ENGINES))('nothing beside %s knows of it, types included', (engine, opens) => {
    const folder = `server/storage/${engine}/`
    const wrong = eachImport()
      .filter(({ from, to }) => to.startsWith(folder) && !from.startsWith(folder) && !opens.test(from))
      .map(({ from, to }) => `${from} must not import ${to}`)
    expect(wrong).toEqual([])
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

  test(`has at most ${MOST_LINES} lines, comments among them, and so has each file of tests`, () => {
    const tests = listFiles('tests').map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
    const long = [...code, ...tests]
      .map(([path, text]) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > MOST_LINES)
    expect(long).toEqual([])
  })

  test('stands with others: a folder is a topic, and one with a single file has a reason', () => {
    const folders = Map.groupBy(sources, (path) => dirname(path))
    const single = [...folders].flatMap(([folder, files]) => (files.length === 1 ? [folder] : []))
    expect(single.filter((folder) => !(folder in SINGLE_FILES))).toEqual([])
    expect(Object.keys(SINGLE_FILES).filter((folder) => !single.includes(folder))).toEqual([])
  })

  test('spreads no literal into a literal, which would switch off the check for misspelt properties', () => {
    expect(sources.filter((path) => /[,{]\s*\.\.\.\{/.test(code.get(path) ?? ''))).toEqual([])
  })

  test('only re-exports beside code of its own', () => {
    const barrels = sources.filter((path) => {
      const statements = (code.get(path) ?? '').split('\n').filter((line) => isCode(line))
      return statements.length > 0 && statements.every((line) => /^export (type )?(\*|\{).* from /.test(line))
    })
    expect(barrels).toEqual([])
  })
})

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

/** Imports at run time between two files of one folder. */
function runtimeImportsIn(folder: string): readonly { readonly from: string; readonly to: string }[] {
  return [...runtimeImports]
    .filter(([from]) => from.startsWith(`${folder}/`))
    .flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
    .filter(({ to }) => to.startsWith(`${folder}/`))
}

/** The room of `folder` that a file stands in; empty for a file at its top. */
function roomOf(folder: string, path: string): string {
  const [room = '', ...rest] = path.slice(folder.length + 1).split('/')
  return rest.length === 0 ? '' : room
}

function isCode(line: string): boolean {
  return !/^\s*($|\/\/|\/\*|\*)/.test(line)
}
