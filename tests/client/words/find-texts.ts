// Finds the texts of the client in its source: those that are said in the page's language, and those that are written into it.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

export interface FoundText {
  readonly place: string
  readonly text: string
}

export interface SourceTexts {
  /** The keys of the catalogue. */
  readonly said: readonly FoundText[]
  /** Texts that people would read as they stand in the source. */
  readonly written: readonly FoundText[]
  /** A key that is not written where it is said can't be found in the catalogue by this test, nor by people. */
  readonly computed: readonly FoundText[]
}

/** The part of a syntax tree's node that is read here. */
interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [property: string]: unknown
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

export function findTexts(folder: string): SourceTexts {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\/(dist|node_modules|words)\/|vite\.config/.test(path))
    .toSorted()
  const all = files.map((path) => textsOf(path, readFileSync(join(root, path), 'utf8')))
  return {
    said: all.flatMap(({ said }) => said),
    written: all.flatMap(({ written }) => written),
    computed: all.flatMap(({ computed }) => computed),
  }
}

export function textsOf(path: string, source: string): SourceTexts {
  const [said, written, computed]: [FoundText[], FoundText[], FoundText[]] = [[], [], []]
  const found = (node: SyntaxNode, text: string): FoundText => ({
    place: `${path}:${source.slice(0, node.start).split('\n').length}`,
    text: text.replace(/\s+/g, ' ').trim(),
  })
  const visit = (node: SyntaxNode, above: readonly SyntaxNode[]): void => {
    if (isUnread(node)) return
    const keys = keysOf(node)
    for (const key of keys?.flatMap(branchesOf) ?? []) {
      const text = writtenAs(key)
      if (text === undefined) computed.push(found(key, key.type))
      else said.push(found(key, text))
    }
    const text = keys === undefined ? writtenAs(node) : undefined
    if (text !== undefined && isRead(node, text, above)) written.push(found(node, text))
    for (const child of childrenOf(node)) {
      if (!keys?.includes(child)) visit(child, [node, ...above])
    }
  }
  visit(parseSync(path, source).program as unknown as SyntaxNode, [])
  return { said, written, computed }
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter((each): each is SyntaxNode => typeof (each as SyntaxNode | null)?.type === 'string')
}

/** Types, imports, errors for developers, and what stands where no one reads it. */
function isUnread(node: SyntaxNode): boolean {
  if (/^TS(?!As|NonNull|Satisfies)|^(Import|Export(All|Named$))/.test(node.type) && node['declaration'] === undefined)
    return node.type !== 'ExportNamedDeclaration'
  if (node.type === 'NewExpression') return nameOf(node['callee']) === 'Error'
  if (node.type === 'Property') return TECHNICAL_PROPERTY.test(nameOf(node['key']))
  return node.type === 'JSXAttribute' && TECHNICAL_ATTRIBUTE.test(nameOf(node['name']))
}

const TECHNICAL_PROPERTY = /^(queryKey|mutationKey|id|key|mac)$/

const TECHNICAL_ATTRIBUTE =
  /^(className|style|styles|classNames|key|to|href|id|size|variant|c|gap|color|type|autoComplete|inputMode|viewBox|d|transform)$/

/** Finds the keys that a call of `say`, `sayCount` or `sayWith` looks up in the catalogue. */
function keysOf(node: SyntaxNode): readonly SyntaxNode[] | undefined {
  const asked = node.type === 'CallExpression' ? nameOf(node['callee']) : ''
  const given = (node['arguments'] ?? []) as readonly SyntaxNode[]
  if (asked === 'say' || asked === 'sayWith') return given.slice(0, 1)
  return asked === 'sayCount' ? given.slice(1, 3) : undefined
}

/** `isOn ? 'Off' : 'On'` has two. */
function branchesOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type !== 'ConditionalExpression') return [node]
  return [node['consequent'], node['alternate']].flatMap((each) => branchesOf(each as SyntaxNode))
}

function nameOf(node: unknown): string {
  const { name } = (node ?? {}) as { readonly name?: unknown }
  return typeof name === 'string' ? name : typeof name === 'object' ? nameOf(name) : ''
}

/** A text with `{}` for what is put into it. */
function writtenAs(node: SyntaxNode): string | undefined {
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node['value'] === 'string'))
    return String(node['value'])
  if (node.type !== 'TemplateLiteral') return undefined
  const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
  return parts.map(({ value }) => value.cooked).join('{}')
}

function isRead(node: SyntaxNode, text: string, above: readonly SyntaxNode[]): boolean {
  if (node.type === 'JSXText') return /\p{L}/u.test(text)
  const [parent] = above
  if (parent === undefined || TECHNICAL_PARENT.test(parent.type) || isKey(node, parent)) return false
  if (TECHNICAL_TEXT.test(text) || !/\p{L}{2}/u.test(text)) return false
  const path = [node, ...above]
  const end = path.findIndex((each, at) => at > 0 && !isPassedOn(path[at - 1], each))
  const label = path[end]?.type === 'JSXExpressionContainer' ? path[end + 1] : path[end]
  const isLabel =
    /^JSX(Element|Fragment)$/.test(label?.type ?? '') ||
    (label?.type === 'JSXAttribute' && VISIBLE.test(nameOf(label['name']))) ||
    (label?.type === 'Property' && VISIBLE.test(nameOf(label['key'])))
  return isLabel || READS_AS_TEXT.some((form) => form.test(text))
}

/** `isOn ? 'Off' : label`, `label ?? 'None'`: what stands in them is what they are. */
function isPassedOn(node: SyntaxNode | undefined, above: SyntaxNode): boolean {
  if (above.type === 'ConditionalExpression') return above['test'] !== node
  return above.type === 'LogicalExpression' || above.type.startsWith('TS')
}

function isKey(node: SyntaxNode, parent: SyntaxNode): boolean {
  return parent.type === 'Property' && parent['key'] === node
}

const TECHNICAL_PARENT = /^(MemberExpression|BinaryExpression|SwitchCase|ExpressionStatement|TaggedTemplateExpression)$/
const VISIBLE =
  /^(label|placeholder|title|aria-(label|description|roledescription)|description|message|alt|nothingFoundMessage)$/
/** Sizes, addresses, selectors, expressions, headers, names of classes and formats. */
const TECHNICAL_TEXT =
  /[<>=]=|rgba\(|^[A-Z]\w+-[A-Z]\w+$|^[\d.]+(fr|px|rem|%|em)|var\(--|^[/.#?&[(<]|^(calc|minmax|repeat|translate)|^(card|unseen|wraps)\b|=\{\}|^\{\}[-/.:#_]|^[a-z-]+-\{\}|^[a-z]+:[^ ]|[a-z]\[|^\w+\(/
const READS_AS_TEXT = [
  // "Save", "Save view …"
  /^[“„]?\p{Lu}\p{Ll}+(?![\p{L}\d])/u,
  // "the record", "{} rows"
  /\p{Ll}{2,} (\p{Ll}+|\{\})|\{\},? \p{Ll}{2}/u,
  // "as it was."
  /\p{Ll}{2}[.…?!]$/u,
]
