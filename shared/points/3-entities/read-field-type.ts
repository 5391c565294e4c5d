// Reads the type of a field: `text`, `one of low, high`, `Person (as reported_tickets)` …
import * as say from '../../diagnostics/3-entities.ts'
import type { Choice, FieldKind } from '../../fields/field-type.ts'
import { PLAIN_KINDS } from '../../fields/field-type.ts'
import { fieldType } from '../../fields/registry.ts'
import type { Fragment } from '../../text/fragment.ts'
import { fragment, sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { identifierOf } from '../../text/identifier.ts'
import { nearest } from '../../text/nearest-word.ts'
import { splitAt, splitFragment } from '../../text/split.ts'
import { bare, isNotShown, readQuoted } from '../../text/written-values.ts'
import type { TypeDeclaration } from './declarations.ts'
import { meantType } from './types-elsewhere.ts'
import { isNamed, type PointContext, readName } from '../reading/point-context.ts'
import { plainWord } from '../reading/read-headed-table.ts'

/** Words that people write for a type; a hint names the word of the language. */
const ELSEWHERE: { readonly [word: string]: string } = {
  string: 'text',
  varchar: 'text',
  boolean: 'yes/no',
  bool: 'yes/no',
  int: 'integer',
  float: 'number',
  double: 'number',
  real: 'number',
  datetime: 'date and time',
  timestamp: 'date and time',
  enum: 'one of a, b',
  colour: 'color',
  'e-mail': 'email',
  link: 'url',
  reference: 'the name of an entity',
  relation: 'the name of an entity',
  blob: 'file',
  picture: 'image',
  list: 'list of text',
  decimal: 'decimal(2)',
  user: 'Person',
}
/** Those that can mean nothing else. */
const CERTAIN: ReadonlySet<string> = new Set(
  'string boolean bool int float double datetime timestamp colour e-mail user'.split(' '),
)
const STARTS = [...PLAIN_KINDS, 'decimal(2)', 'slug', 'one of', 'several of', 'sequence', 'computed']

/** `owner` is the name under which an unknown is listed. What can't be read has been said to be wrong. */
export function readFieldType(text: Fragment, owner: string, context: PointContext): TypeDeclaration {
  if (isNotShown(text.value.replace(/^(?:one|several)\s+of\s/i, ''))) {
    context.unknown(owner, spanOf(text))
    return { notShown: true, span: spanOf(text) }
  }
  const computed = matchParts(text, /^computed(?:\s+(.+))?$/dis)
  if (computed) return readComputed(text, computed[1], owner, context)
  const word = plainWord(text.value).replace(/ ?\/ ?/g, '/')
  const kind = PLAIN_KINDS.find((one) => one === word)
  if (kind) return { kind }
  return (
    readDecimal(text, context) ??
    readSlug(text) ??
    readChoice(text, context) ??
    readSequence(text, context) ??
    readRelation(text, context)
  )
}

function readComputed(text: Fragment, of: Fragment | undefined, owner: string, context: PointContext): TypeDeclaration {
  const type = of && readFieldType(of, owner, context)
  if (!type) return incomplete(text, '"computed integer", "computed text" …', context)
  if (!('kind' in type) || type.kind === 'computed') return type
  if (isGivenOrHoldsFiles(type.kind)) return incomplete(text, `${type.kind} by itself: nothing computes it`, context)
  if (type.kind === 'relation' && type.as)
    context.report(say.reverseOfComputed(type.as.span, { name: type.as.label, entity: type.entity.value }))
  return { kind: 'computed', type }
}

function isGivenOrHoldsFiles(kind: FieldKind): boolean {
  const { givenBySystem, holdsFiles } = fieldType(kind)
  return givenBySystem === true || holdsFiles === true
}

function readDecimal(text: Fragment, context: PointContext): TypeDeclaration | undefined {
  const found = matchParts(text, /^decimal\s*\(\s*(\d+)\s*(?:places?\s*)?\)$/di)
  if (!found && !/^decimal\b/i.test(text.value)) return undefined
  const scale = Number(found?.[1]?.value ?? NaN)
  return scale <= 12 ? { kind: 'decimal', scale } : incomplete(text, '"decimal(2)", with 0 to 12 places', context)
}

function readSlug(text: Fragment): TypeDeclaration | undefined {
  const found = matchParts(text, /^slug(?:\s+(?:of|from)\s+`?([^`]+)`?)?$/dis)
  return found && { kind: 'slug', ...(found[1] ? { of: found[1] } : {}) }
}

function readChoice(text: Fragment, context: PointContext): TypeDeclaration | undefined {
  const found = matchParts(text, /^(one|several)\s+of\b\s*:?\s*(.*)$/dis)
  if (!found?.[2]) return undefined
  const kind = found[1]?.value.toLowerCase() === 'one' ? 'one of' : 'several of'
  const inner = /^\(.*\)$/s.test(found[2].value)
    ? trimFragment(sliceFragment(found[2], 1, found[2].value.length - 1))
    : found[2]
  const words: Choice[] = []
  const parts = splitFragment(inner)
  const taken = new Set(parts.map(({ value }) => identifierOf(value, 'word')))
  for (const part of parts) {
    const name = readName(readQuoted(part) ?? part, 'word', 'type', context, taken)
    const other = name && words.find((word) => word.word === name.identifier)
    if (other) context.report(say.doubledChoice(spanOf(part), { word: part.value }))
    else if (name) words.push({ word: name.identifier, label: name.label, span: name.span })
  }
  return words.length > 0 ? { kind, words } : incomplete(text, `"${kind} low, normal, high"`, context)
}

function readSequence(text: Fragment, context: PointContext): TypeDeclaration | undefined {
  const found = text.value.length > LONGEST_SEQUENCE ? undefined : matchParts(text, SEQUENCE)
  if (!found || (found[1] && found[3]))
    return /^sequence\b/i.test(text.value)
      ? incomplete(text, '"sequence", \'sequence "HD-{0000}"\' or "sequence per paper"', context)
      : undefined
  // Blanks around a text are not stored, be it sent or given by the system.
  const written = (found[1] ?? found[3])?.value.slice(1, -1).trim()
  // The patterns of `format` have small letters for the year.
  const pattern = written?.replaceAll(/\{(?:yyyy|yy|mm)\}/gi, (hole) => hole.toUpperCase())
  if (pattern !== undefined && !isSequencePattern(pattern))
    return incomplete(
      text,
      '\'sequence "HD-{0000}"\' or \'sequence "EXP-{YYYY}-{0000}"\': noughts in braces, and perhaps {YYYY} or {YY}, and {MM}',
      context,
    )
  return {
    kind: 'sequence',
    ...(pattern === undefined ? {} : { pattern }),
    ...(found[2] ? { per: splitFragment(found[2]).map((part) => bare(part)) } : {}),
  }
}

/** Reports whether a pattern has one number, and at most one year and one month of that year, so that no value comes twice. */
function isSequencePattern(pattern: string): boolean {
  const holes = (pattern.match(/\{[^{}]*\}/g) ?? []).map((hole) => hole.replaceAll('0', ''))
  const has = (hole: string): boolean => holes.filter((each) => each === hole).length === 1
  const isKnown = holes.every((hole) => ['{}', '{YYYY}', '{YY}', '{MM}'].includes(hole) && has(hole))
  return (
    isKnown &&
    /\{0+\}/.test(pattern) &&
    !(has('{YYYY}') && has('{YY}')) &&
    (!has('{MM}') || has('{YYYY}') || has('{YY}')) &&
    !/[{}]/.test(pattern.replaceAll(/\{[^{}]*\}/g, ''))
  )
}

/** `sequence "HD-{0000}" per team`, `per course, term`: in either order. */
const QUOTED = /["“„‘'`][^"“”„‘’'`]*["“”‘’'`]/.source
const LONGEST_SEQUENCE = 300
const SEQUENCE = new RegExp(
  `^sequence(?:\\s+(${QUOTED}))?(?:\\s+per\\s+\`?([^\`"“„‘']+?)\`?)?(?:\\s+(${QUOTED}))?$`,
  'dis',
)

function readRelation(text: Fragment, context: PointContext): TypeDeclaration {
  const { value } = text
  const from = /^several\s+/i.exec(value)?.[0].length ?? 0
  const [as, deletion, part] = [AS.exec(value), DELETION.exec(value), PART.exec(value)]
  const to = Math.min(value.length, as?.index ?? Infinity, deletion?.index ?? Infinity, part?.index ?? Infinity)
  const written = trimFragment(sliceFragment(text, from, to))
  const entity = written.value.endsWith(',') ? trimFragment(sliceFragment(written, 0, -1)) : written
  const isEntity = (words: Fragment): boolean => context.entities.some((name) => isNamed(words, name, 'entity'))
  const isRead = sameWords(value.replace(DELETION, '').replace(PART, '').replace(AS, ''), value.slice(0, to))
  if (!isEntity(entity) || !isRead) {
    const first = splitAt(entity, /[,(]|\sas\s/i)?.before ?? entity
    if (first.value === '' || !isEntity(first)) return unknown(entity.value === '' ? text : entity, context)
    const whole = `"${first.value} (as name_backwards), deleted with it"`
    return incomplete(text, `${whole} or "${first.value}, cleared when deleted"`, context)
  }
  const isCleared = deletion !== null && deletion[1] === undefined
  if (part && (from > 0 || isCleared)) return incomplete(text, `"${entity.value} (as lines), part of it"`, context)
  const at = as?.[1] === undefined ? -1 : as.index + as[0].lastIndexOf(as[1])
  const reverse = as?.[1] && readName(trimFragment(sliceFragment(text, at, at + as[1].length)), 'field', 'as', context)
  return {
    kind: 'relation',
    many: from > 0,
    entity,
    ...(reverse ? { as: reverse } : {}),
    whenDeleted: part || deletion?.[1] ? 'delete' : deletion ? 'clear' : 'refuse',
    ...(part ? { part: spanOf(sliceFragment(text, part.index, part.index + part[0].length)) } : {}),
  }
}

function sameWords(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => text.split(/[\s,]+/).filter((word) => word !== ''))
  return one?.join(' ') === other?.join(' ')
}

/** The name backwards, and what becomes of this record when the other is deleted; they may stand in either order. */
const AS = /\(\s*as\s+([^()]+)\)/i
const PART = /(?<=[,\s)])part\s+of\s+it(?=[\s,(]|$)/i
const DELETION = /(?<=[,\s)])(?:(deleted)\s+with\s+(?:it|them)|cleared\s+when\s+deleted)(?=[\s,(]|$)/i

function unknown(text: Fragment, context: PointContext): TypeDeclaration {
  const word = plainWord(text.value)
  const isEntity = (name: string): boolean => context.entities.some((each) => isNamed(fragment(name), each, 'entity'))
  const other = meantType(text.value, isEntity)
  if (other) {
    const { hint, write, certain } = other
    context.report(say.unknownType(spanOf(text), { type: text.value, nearest: undefined, meant: hint, write, certain }))
    return wrong(text)
  }
  const elsewhere = Object.hasOwn(ELSEWHERE, word) ? ELSEWHERE[word] : undefined
  const foreign = Object.keys(ELSEWHERE).filter((each) => !/^(?:the|one) /.test(ELSEWHERE[each] ?? ''))
  const near = nearest(text.value, [...STARTS, ...context.entities.map((name) => name.label), ...foreign])
  const meant = elsewhere ?? (near && (ELSEWHERE[near] ?? near))
  const certain = elsewhere !== undefined && CERTAIN.has(word)
  context.report(say.unknownType(spanOf(text), { type: text.value, nearest: meant, certain }))
  return wrong(text)
}

function incomplete(text: Fragment, expected: string, context: PointContext): TypeDeclaration {
  context.report(say.badType(spanOf(text), { type: text.value, expected }))
  return wrong(text)
}

function wrong(text: Fragment): TypeDeclaration {
  return { notShown: true, wrong: true, span: spanOf(text) }
}
