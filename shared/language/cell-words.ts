// Lists the words that a cell of a known column may hold, by point.
import { PLAIN_KINDS } from '../fields/field-type.ts'
import type { PointNumber } from '../document/document.ts'
import type { DocumentOutline, NamedDefinition } from './outline.ts'
import type { Place } from './place.ts'

export interface CellWord {
  readonly word: string
  readonly detail: string
}

const ANYONE: readonly CellWord[] = [
  { word: 'everyone', detail: 'all who are signed in' },
  { word: 'anyone', detail: 'people who are not signed in, too' },
]

/** `2 shows`: the point and the column. */
const FIXED: { readonly [cell: string]: readonly string[] } = {
  '2 shows': ['dashboard', 'page', 'not found'],
  '3 required': ['yes', 'no'],
  '3 limits': ['unique', 'max ', 'min ', 'pattern ""', 'at most ', 'indexed', 'searchable', 'write once', 'hidden'],
  '4 from': ['any', 'new record'],
  '4 to': ['stay'],
  '4 then': ['create ', 'update ', 'delete ', 'do ', 'notify ', 'send POST ', 'refuse ', 'add me to ', 'for each '],
  '4 after': ['at ', 'every '],
  '4 every': [
    'hour',
    'day at 06:00',
    'weekdays at 06:00',
    'Monday at 08:00',
    'month on 1 at 06:00',
    'year on 1 January',
  ],
  '5 must hold': ['no overlap of ', 'at most ', 'no circle along '],
  '5 else': ['refuse', 'warn'],
  '5 checked': ['always', 'when created', 'before effects', 'from both sides'],
  '6 may': [
    'read',
    'create',
    'create by ',
    'update',
    'delete',
    'import',
    'export',
    'see history',
    'restore',
    'everything',
  ],
  '6 fields': ['all', 'all except '],
  '7 in': ['path', 'query', 'body', 'header'],
  '7 required': ['yes', 'no', 'optional', 'nullable'],
}

const SCREEN_KINDS = ['table of', 'board of', 'calendar of', 'record of', 'form for', 'timeline of', 'gallery of']

/** `entity`: the record at hand, where the headings or the row name one. */
export function wordsOfCell(outline: DocumentOutline, place: Place, entity: string | undefined): readonly CellWord[] {
  const cell = `${place.point} ${place.column ?? ''}`
  return [...(FIXED[cell] ?? []).map((word) => ({ word, detail: '' })), ...named(outline, place, entity)]
}

function named({ definitions }: DocumentOutline, place: Place, entity: string | undefined): readonly CellWord[] {
  const { point, column } = place
  const all = (what: string): readonly CellWord[] =>
    definitions
      .filter((definition) => definition.what === what)
      .map(({ label, help }) => ({ word: label, detail: help ?? what }))
  const own = (what: string): readonly CellWord[] =>
    definitions
      .filter((definition) => isOwn(definition, what, entity))
      .map(({ label, what: detail }) => ({ word: label, detail }))
  switch (column) {
    case 'shows':
      return all('entity').flatMap(({ word }) => SCREEN_KINDS.map((kind) => ({ word: `${kind} ${word}`, detail: '' })))
    case 'type':
      return typesOf(point, all('entity'))
    case 'entity':
    case 'of':
      return [...all('entity'), ...(point === 6 ? [{ word: 'Person', detail: 'built in' }] : [])]
    case 'from':
    case 'to':
    case 'runs in':
      return own('state')
    case 'for':
    case 'who':
    case 'role':
    case 'includes':
      return [...all('role'), ...ANYONE, ...(point === 4 ? [{ word: 'nobody', detail: 'only by itself' }] : [])]
    case 'otherwise':
      return all('error')
    case 'fields':
    case 'field':
    case 'on':
    case 'then':
    case 'value':
      return own('field')
    case 'counted in':
      return all('calendar')
    case 'transition':
      return own('transition')
    default:
      return []
  }
}

function isOwn({ what, entity }: NamedDefinition, kind: string, of: string | undefined): boolean {
  return what.startsWith(`${kind} of`) && (of === undefined || entity === of)
}

function typesOf(point: PointNumber, entities: readonly CellWord[]): readonly CellWord[] {
  const plain = PLAIN_KINDS.map((word) => ({ word, detail: 'type' }))
  const others = ['one of ', 'several of ', 'decimal(2)', 'sequence', 'sequence ""', 'slug of '].map((word) => ({
    word,
    detail: 'type',
  }))
  const computed = point === 3 ? [{ word: 'computed ', detail: 'worked out from other fields' }] : []
  const relations = entities.flatMap(({ word }) => [
    { word, detail: 'relation to one' },
    { word: `several ${word}`, detail: 'relation to many' },
  ])
  return [...plain, ...others, ...computed, ...relations]
}
