// Writes a call of point 7: it answers a list or one record, or creates one.
import type { FieldType } from '../../fields/field-type.ts'
import { familyOf, fieldType } from '../../fields/registry.ts'
import { isSequence } from '../../fields/sequence.ts'
import type { FieldOutline } from '../../model/outline.ts'
import { isShown } from '../../points/declarations.ts'
import { identifierOf } from '../../text/identifier.ts'
import type { DocumentOutline } from '../outline.ts'
import { isOwn, reference } from './known-parts.ts'
import { blank, freeName, table } from './markdown.ts'
import type { WantedPart } from './wanted.ts'

type WantedCall = Extract<WantedPart, { readonly kind: 'call' }>

/** Fields that an answer begins with; its author adds others. */
const MOST_FIELDS = 6

export function writeOwnCall(
  known: DocumentOutline,
  { path: written, who, does, entity: identifier }: WantedCall,
): string {
  const entity = known.outline.entities.get(identifier)
  const word = entity === undefined ? identifier : reference(entity.name)
  const path = callPath(written)
  const fields = [...(entity?.fields.values() ?? [])]
  if (does === 'create') {
    const taken = fields.filter(isTaken)
    const values = taken.map(({ name }) => `${name.identifier}: input.${name.identifier}`).join(', ')
    const rows = taken.map((field) => [
      field.name.identifier,
      'body',
      typeText(field),
      field.declaration?.required === true ? 'yes' : 'no',
    ])
    return [
      `### POST ${blank(path)}\n`,
      `- who: ${who}\n`,
      ...(rows.length === 0 ? [] : [`${table(['takes', 'in', 'type', 'required'], rows)}\n`]),
      `1. let made = create ${word}${values === '' ? ' {}' : ` { ${values} }`}`,
      '2. answer 201\n',
      '```json',
      '{ "id": "`made.id`" }',
      '```',
    ].join('\n')
  }
  const shape = freeName(shapeName(path), shapesOf(known), (text) => text, '_')
  const shown = fields.filter(isSimple).slice(0, MOST_FIELDS)
  const names = ['id', ...shown.map(({ name }) => name.identifier)]
  const isOne = does === 'one'
  return [
    isOne ? `### GET ${blank(path)}/:id of ${word}\n` : `### GET ${blank(path)}\n`,
    `- who: ${who}\n`,
    '1. answer 200\n',
    '```json',
    isOne
      ? `"\`shape.${shape}(${variableOf(identifier)})\`"`
      : `{ "items": "\`${identifier}.sort(each, each.created_at).first(100).map(each, shape.${shape}(each))\`" }`,
    '```\n',
    `### Shape ${shape} of ${word}\n`,
    table(
      ['name', 'value'],
      names.map((name) => [name, `\`${name}\``]),
    ),
  ].join('\n')
}

/** Steps and answers call the record of the path by its entity's name. */
function variableOf(identifier: string): string {
  return identifierOf(identifier, 'field')
}

function shapesOf({ declarations: { calls } }: DocumentOutline): Set<string> {
  return new Set(isShown(calls) ? calls.shapes.map(({ name }) => name.identifier) : [])
}

function shapeName(path: string): string {
  return `${identifierOf(path.split('/').at(-1) ?? '', 'field').replace(/^\d/, '_$&')}_item`.replace(/^_+/, 'the_')
}

function isSimple({ declaration, type, hidden }: FieldOutline): boolean {
  return declaration !== undefined && hidden !== true && !COMPOUND.has(familyOf(type))
}

const COMPOUND: ReadonlySet<string> = new Set(['record', 'records', 'upload', 'uploads'])

/** Reports whether people write the field, and a call takes it as one plain value. Lists and files are for the author of the call. */
function isTaken(field: FieldOutline): boolean {
  const { computed, workflow, hidden, type } = field
  const isWritten = isOwn(field) && !computed && !workflow && hidden !== true && !isGiven(type)
  return isWritten && (type.kind === 'relation' ? !type.many : PLAIN.has(familyOf(type)))
}

/** Does the system give the value? */
function isGiven(type: FieldType): boolean {
  return isSequence(type) || fieldType(type.kind).madeFrom !== undefined
}

const PLAIN: ReadonlySet<string> = new Set(['text', 'number', 'flag', 'day', 'duration', 'time', 'word'])

function typeText({ type }: FieldOutline): string {
  if (type.kind === 'relation') return type.entity
  if ('words' in type) return `${type.kind} ${type.words.map(({ word }) => word).join(', ')}`
  return type.kind === 'decimal' ? `decimal(${type.scale})` : type.kind
}

/** Makes a path below `/api` of what is typed. */
export function callPath(written: string): string {
  const path = written
    .toLowerCase()
    .replaceAll(/[^a-z0-9/]+/g, '-')
    .split('/')
    .map((segment) => segment.replaceAll(/^-+|-+$/g, ''))
    .filter(Boolean)
    .join('/')
  const below = path.replace(/^api(?:\/|$)/, '')
  return `/api/${below === '' ? 'call' : below}`
}
