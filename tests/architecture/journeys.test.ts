// Holds that journeys find things as people do: by the client's own words, by headings and names, and each by itself.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { GERMAN } from '../../client/words/german/german.ts'
import { escapePattern } from '../journeys/words.ts'
import { listFiles, root } from './source-files.ts'

/** The part of a syntax tree's node that is read here. */
interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [property: string]: unknown
}

const files = listFiles('tests/journeys').map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))

test('nothing is found by its position, and no journey waits for a while', () => {
  expect(matchesIn(/nth-(?:last-)?child|nth-of-type|\.nth\(|data-cell=|waitForTimeout|setTimeout\(/)).toEqual([])
})

test('a journey finds nothing by a text of the client that it spells itself: it asks `word` or `wording` for it', () => {
  expect(files.flatMap(({ path, source }) => spelledIn(path, source))).toEqual([])
})

test('no journey keeps anything for the next: what stands outside of a test is set before each', () => {
  expect(files.flatMap(({ path, source }) => keptIn(path, source))).toEqual([])
})

test.each([
  ['a text', "page.getByRole('button', { name: 'Save' })", ['1: Save']],
  ['a filled hole', "page.getByText('Undone for 3.')", ['1: Undone for 3.']],
  [
    'a hole at the beginning',
    "page.getByText('3 records had this value already.')",
    ['1: 3 records had this value already.'],
  ],
  ['a part of a template', 'page.getByText(`Undone for ${count}.`)', ['1: Undone for …']],
  ['a pattern', 'page.getByRole("button", { name: /^Remove the filter/ })', ['1: Remove the filter']],
  ['an argument', "await open('Keyboard shortcuts')", ['1: Keyboard shortcuts']],
  ['a word that is asked for', "page.getByText(word('Save'))", []],
  ['a word of the document', "page.getByText(label('Name'))", []],
  ['a key of the keyboard', "await keys.press('Enter', 'Delete')", []],
  ['the title of a test', "test('Close', () => {})", []],
])('%s is found where it is spelled', (_what, source, expected) => {
  expect(spelledIn('', source).map((place) => place.replace(/^:/, ''))).toEqual(expected)
})

test.each([
  ['let path = ""\ntest("a", () => { path = "/b" })', ['1: path']],
  ['describe("a", () => {\n  let path\n  beforeAll(() => { path = "/b" })\n})', ['2: path']],
  ['const paths = []\ntest("a", () => paths.push("/b"))', ['1: paths']],
  ['let path\nbeforeEach(() => { ({ path } = open()) })', []],
  ['test("a", () => { let path = ""; path = "/b" })', []],
])('%s', (source, expected) => {
  expect(keptIn('', source).map((place) => place.replace(/^:/, ''))).toEqual(expected)
})

/** Searches the tests: `table.ts` finds a column by its heading, and only it by where that stands. */
function matchesIn(pattern: RegExp): readonly string[] {
  const tests = files.filter(({ path }) => path.endsWith('.test.ts'))
  return tests.flatMap(({ path, source }) =>
    source.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  )
}

/** Functions whose arguments are words already, no words, or what a person types. */
const WORDLESS = /^(?:word|wording|germanWord|germanWording|label|test|describe|describeJourney)$/
const TYPING = /^(?:press|type|fill|pressSequentially|goto|post|patch|find|locator|getAttribute)$/
/** Keys of the keyboard, for which the client has words too. */
const KEYS = new Set(['Enter', 'Tab', 'Space', 'Shift'])

/** Lists the texts of the client that are spelled in a journey. */
function spelledIn(path: string, source: string): readonly string[] {
  const found: string[] = []
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return
    const callee = node.type === 'CallExpression' ? nameOf(node['callee'] as SyntaxNode) : ''
    const text = spelledBy(node)
    if (text !== undefined && isOfClient(text)) found.push(`${path}:${lineOf(source, node)}: ${text}`)
    for (const child of childrenOf(node)) {
      const isArgument = child !== node['callee']
      const isSkipped = WORDLESS.test(callee) || TYPING.test(callee)
      if (!isArgument || !isSkipped || spelledBy(child) === undefined) visit(child)
    }
  }
  visit(parseSync(`${path || 'example'}.ts`, source).program as unknown as SyntaxNode)
  return found
}

/** Reads a literal: a text, a template with "…" in its holes, a pattern without its signs. */
function spelledBy(node: SyntaxNode): string | undefined {
  if (node.type === 'TemplateLiteral') {
    const parts = node['quasis'] as readonly { readonly value: { readonly raw: string } }[]
    return parts.length > 1
      ? parts
          .map(({ value }) => value.raw)
          .join('…')
          .replace(/….*$/, '…')
      : undefined
  }
  if (node.type !== 'Literal') return undefined
  const regex = node['regex'] as { readonly pattern: string } | undefined
  if (regex !== undefined) {
    const [, text = '', rest = ''] = /^\^?([^\\^$.*+?()[\]{}|]*)(.*)$/.exec(regex.pattern) ?? []
    // One word before other signs may be anything.
    return rest === '' || rest === '$' || /\S /.test(text.trimEnd()) ? text.trim() : ''
  }
  return typeof node['value'] === 'string' ? node['value'] : undefined
}

const texts = Object.keys(GERMAN)
const exact = new Set(texts)
/** Texts with holes, of which at least a word of six letters stands before the first. */
const beginnings = texts.flatMap((text) =>
  (/^[A-Z][a-z’]+ [^{]*(?=\{)/.exec(text) ?? []).filter((each) => each.length > 8),
)

/** Texts with holes, of which at least ten letters and signs stand around these. */
const filled = texts.flatMap((text) => {
  const parts = text.split(/\{[a-z]+\}/)
  const isSaid = parts.length > 1 && parts.join('').length >= 10
  return isSaid ? [new RegExp(`^${parts.map(escapePattern).join('.+')}$`)] : []
})

/** Single words in small letters are those of the API, too. */
function isOfClient(text: string): boolean {
  if (KEYS.has(text) || /^[a-z]*$/.test(text)) return false
  if (exact.has(text) || filled.some((pattern) => pattern.test(text))) return true
  const whole = text.replace(/…$/, '')
  return beginnings.some((beginning) => whole.startsWith(beginning) || isStartOf(beginning, whole))
}

/** Whole words only: "Remove the filter" is one of "Remove the filter: ". */
function isStartOf(beginning: string, text: string): boolean {
  return text.length > 8 && beginning.startsWith(text) && !/^[a-z]/i.test(beginning.slice(text.length))
}

/** Lists the variables outside of tests that are not set before each, and collections that start out empty. */
function keptIn(path: string, source: string): readonly string[] {
  const outside: SyntaxNode[] = []
  const set = new Set<string>()
  const visit = (node: SyntaxNode, isInside: boolean, isBefore: boolean): void => {
    if (node.type === 'VariableDeclaration' && !isInside) {
      const declared = node['declarations'] as readonly SyntaxNode[]
      outside.push(
        ...declared.filter(({ init }) => node['kind'] === 'let' || isEmptyCollection(init as SyntaxNode | null)),
      )
    }
    if (node.type === 'AssignmentExpression' && isBefore)
      for (const name of namesIn(node['left'] as SyntaxNode)) set.add(name)
    const callee = node.type === 'CallExpression' ? nameOf(node['callee'] as SyntaxNode) : undefined
    const isAround = callee === 'describe' || callee === 'describeJourney'
    for (const child of childrenOf(node)) {
      const isFunction = /Function/.test(child.type)
      visit(child, isInside || (isFunction && !isAround), isBefore || (isFunction && callee === 'beforeEach'))
    }
  }
  visit(parseSync(`${path || 'example'}.ts`, source).program as unknown as SyntaxNode, false, false)
  const kept = outside.filter(({ id }) => !set.has(nameOf(id as SyntaxNode)))
  return kept.map((node) => `${path}:${lineOf(source, node)}: ${nameOf(node['id'] as SyntaxNode)}`)
}

function isEmptyCollection(init: SyntaxNode | null): boolean {
  if (init?.type === 'ArrayExpression') return (init['elements'] as readonly unknown[]).length === 0
  return init?.type === 'NewExpression' && /^(?:Map|Set)$/.test(nameOf(init['callee'] as SyntaxNode))
}

function namesIn(pattern: SyntaxNode): readonly string[] {
  return pattern.type === 'Identifier' ? [nameOf(pattern)] : childrenOf(pattern).flatMap(namesIn)
}

/** Returns the name of a variable, a function that is called, or a method; "test" for `test.each(…)`. */
function nameOf(node: SyntaxNode): string {
  if (node.type === 'CallExpression') return nameOf(node['callee'] as SyntaxNode)
  if (node.type !== 'MemberExpression') return String(node['name'] ?? '')
  const [object, property] = [nameOf(node['object'] as SyntaxNode), nameOf(node['property'] as SyntaxNode)]
  return /^(?:each|skipIf)$/.test(property) ? object : property
}

function lineOf(source: string, { start }: SyntaxNode): number {
  return source.slice(0, start).split('\n').length
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter((each): each is SyntaxNode => typeof (each as SyntaxNode | null)?.type === 'string')
}
