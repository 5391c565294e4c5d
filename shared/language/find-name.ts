// Finds what the word at an offset names, and describes it.
import { functionNames } from '../expressions/functions/overloads.ts'
import type { FieldOutline } from '../model/outline.ts'
import { identifierOf } from '../text/identifier.ts'
import type { Span } from '../text/span.ts'
import { entityAt } from './complete.ts'
import type { NameScope } from './expression-names.ts'
import { printType, signatureOf, typeAtEnd } from './expression-names.ts'
import { findInAside, scopeOfStep } from './find-in-aside.ts'
import type { DocumentOutline, NamedDefinition } from './outline.ts'
import type { Place } from './place.ts'
import { placeAt } from './place.ts'

export interface FoundName {
  readonly span: Span
  /** Description in Markdown. */
  readonly description: string
  /** Span of the declaration, or undefined for a name that the language itself defines. */
  readonly declaredAt?: Span
}

export function findNameAt(outline: DocumentOutline, offset: number): FoundName | undefined {
  const place = placeAt(outline.document, offset)
  if (place === undefined || place.word === '') return undefined
  const inAside = findInAside(outline, place)
  if (inAside !== undefined) return inAside
  const definition = findDefinition(outline, place, outline.document.text)
  if (definition !== undefined)
    return { span: place.span, description: describe(outline, definition), declaredAt: definition.span }
  const isCode = place.code !== undefined || place.aside === 'example'
  if (!isCode || !functionNames.includes(place.word)) return undefined
  return { span: place.span, description: `\`${signatureOf(place.word)}\`` }
}

/** Finds what is named at an offset: by its declaration, or by a reference to it. */
export function definitionAt(outline: DocumentOutline, offset: number): NamedDefinition | undefined {
  const declared = outline.definitions.find(({ span }) => span.start <= offset && offset <= span.end)
  if (declared !== undefined) return declared
  const place = placeAt(outline.document, offset)
  return place === undefined || place.word === '' ? undefined : findDefinition(outline, place, outline.document.text)
}

function findDefinition(outline: DocumentOutline, place: Place, text: string): NamedDefinition | undefined {
  const { definitions } = outline
  const candidates = definitions.filter((definition) => isNamed(definition, place, text))
  const { scope, code } = scopeAt(outline, place)
  const path = /([\w.()]*)\.$/.exec(code)?.[1]
  const owner = path === undefined ? undefined : typeAtEnd(outline, scope, path)
  if (owner?.kind === 'record') return candidates.find(({ entity }) => entity === owner.entity)
  if (path === 'limits') return candidates.find(({ what }) => what === 'constant')
  const { entity } = scope
  return (
    candidates.find(({ what }) => what.split(' ')[0] === KIND_OF_COLUMN[place.column ?? '']) ??
    candidates.find((definition) => entity !== undefined && definition.entity === entity) ??
    candidates[0]
  )
}

/** Names that are known at the word, and the code before it. */
function scopeAt(outline: DocumentOutline, place: Place): { readonly scope: NameScope; readonly code: string } {
  if (place.aside === 'example') return scopeOfStep(outline, place)
  const { code = '' } = place
  return { scope: { entity: entityAt(outline, place) }, code: code.slice(0, code.length - startOf(place)) }
}

const KIND_OF_COLUMN: { readonly [column: string]: string } = {
  role: 'role',
  who: 'role',
  for: 'role',
  includes: 'role',
  entity: 'entity',
  shows: 'entity',
  type: 'entity',
  from: 'state',
  to: 'state',
  'runs in': 'state',
  otherwise: 'error',
  'counted in': 'calendar',
}

/** How much of the word stands before the offset. */
function startOf({ code, word }: Place): number {
  return /\w*$/.exec(code ?? '')?.[0].length ?? word.length
}

/** A name of several words is found at each of them. */
function isNamed({ name, label }: NamedDefinition, { word, span }: Place, text: string): boolean {
  if (word === name || word === label || identifierOf(word, 'entity') === name) return true
  if (!label.includes(' ') || !label.toLowerCase().includes(word.toLowerCase())) return false
  const around = text.slice(Math.max(0, span.start - label.length), span.end + label.length)
  return around.toLowerCase().includes(label.toLowerCase())
}

function describe(outline: DocumentOutline, { what, name, label, entity, help }: NamedDefinition): string {
  const field = entity === undefined ? undefined : outline.outline.entities.get(entity)?.fields.get(name)
  const isField = what.startsWith('field') && field !== undefined
  const type = isField
    ? `: ${printField(field)}`
    : what === 'constant'
      ? `: ${printType(outline.schema.limit(name))}`
      : ''
  return [`**${label}**, ${what}${type}`, ...(help === undefined || help === '' ? [] : [help])].join('\n\n')
}

function printField({ type, valueType, computed }: FieldOutline): string {
  const { kind } = type
  const written = 'entity' in type || 'words' in type ? printType(valueType) : kind
  return `${computed ? 'computed ' : ''}${written}`
}
