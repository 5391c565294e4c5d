// A small model with every type, relations one to many and many to many, and a circle: what the tests of expressions talk about.
import type { Lookup } from '#shared/expressions/lookup.ts'
import type { Schema } from '#shared/expressions/schema.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { WorkingHours } from '#shared/expressions/functions/working-time.ts'

export const LEVELS: Type = { kind: 'choice', words: ['low', 'normal', 'high'] }
const person: Type = { kind: 'record', entity: 'Person' }
const item: Type = { kind: 'record', entity: 'Item' }
const text: Type = { kind: 'text' }
const code: Type = { kind: 'text', isCode: true }

/** The model that expressions are about: the entities with their fields, and how records point back. */
export interface TestModel {
  readonly fields: { readonly [entity: string]: { readonly [field: string]: Type } }
  readonly reverses: {
    readonly [entity: string]: { readonly [name: string]: { readonly entity: string; readonly field: string } }
  }
  /** The entity of the record at hand. */
  readonly here: string
  /** Between which two fields a record lasts. */
  readonly spans: { readonly [entity: string]: { readonly from: string; readonly to: string } }
}

export const FIELDS: TestModel['fields'] = {
  Item: {
    id: code,
    name: text,
    done: { kind: 'boolean' },
    level: LEVELS,
    count: { kind: 'integer' },
    ratio: { kind: 'number' },
    price: { kind: 'decimal', scale: 2 },
    rate: { kind: 'decimal', scale: 3 },
    due: { kind: 'date' },
    until: { kind: 'date' },
    at: { kind: 'time' },
    seen: { kind: 'timestamp' },
    effort: { kind: 'duration' },
    labels: { kind: 'list', of: text },
    owner: person,
    parent: item,
    tags: { kind: 'set', of: { kind: 'record', entity: 'Tag' } },
  },
  Person: { id: code, name: text, roles: { kind: 'list', of: text }, chief: person, born: { kind: 'date' } },
  Tag: {
    id: code,
    name: text,
    weight: { kind: 'integer' },
    keeper: person,
    near: { kind: 'set', of: { kind: 'record', entity: 'Tag' } },
  },
}

const REVERSES: TestModel['reverses'] = {
  Item: { children: { entity: 'Item', field: 'parent' } },
  Person: {
    items: { entity: 'Item', field: 'owner' },
    staff: { entity: 'Person', field: 'chief' },
    kept: { entity: 'Tag', field: 'keeper' },
  },
  Tag: { tagged: { entity: 'Item', field: 'tags' } },
}

export const LIMITS: { readonly [name: string]: Type } = {
  most: { kind: 'integer' },
  grace: { kind: 'duration' },
  vat: { kind: 'decimal', scale: 2 },
}

function lookupOf(type: Type, rows: { readonly [row: string]: { readonly [column: string]: unknown } }): Lookup {
  const cells = Object.entries(rows).flatMap(([row, columns]) =>
    Object.entries(columns).map(([column, value]) => {
      return {
        row,
        column,
        value,
        written: String(value),
        type: type.kind === 'choice' ? { ...type, words: [String(value)] } : type,
      }
    }),
  )
  return { rows: Object.keys(rows), columns: [...new Set(cells.map((cell) => cell.column))], cells }
}

const LOOKUPS: ReadonlyMap<string, Lookup> = new Map([
  // Levels by levels and yes or no; some are missing.
  [
    'urgency',
    lookupOf(LEVELS, {
      low: { low: 'low', normal: 'normal', yes: 'high' },
      normal: { high: 'high', low: 'low', no: 'normal' },
    }),
  ],
  [
    'points',
    lookupOf({ kind: 'integer' }, { a: { low: 1, high: 2 }, ab: { normal: 3 }, '0': { low: 7 }, 1: { high: -1 } }),
  ],
  ['fee', lookupOf({ kind: 'decimal', scale: 2 }, { low: { low: '0.50', high: '12.25' }, high: { normal: '1.00' } })],
  ['time', lookupOf({ kind: 'duration' }, { low: { yes: 3_600_000, no: 60_000 }, high: { yes: -1 } })],
  ['label', lookupOf(text, { low: { low: "o'x", high: 'a b' }, high: { low: '' } })],
])

/** With a break at noon, a short Friday, a night that the clocks change in, and holidays. */
export const OFFICE: WorkingHours = {
  week: [
    [
      [540, 720],
      [780, 1020],
    ],
    [[540, 1020]],
    [[540, 1020]],
    [[540, 1020]],
    [[540, 840]],
    [[1320, 1440]],
    [[0, 360]],
  ],
  holidays: ['2026-11-23', '2025-12-25', '2026-01-01'],
}

const ROLES: { readonly [name: string]: readonly string[] } = {
  Agent: ['Agent', 'Manager'],
  Manager: ['Manager'],
  Customer: ['Customer'],
}

/** Names that objects have anyway ("constructor") are none of the schema's. */
function own<T>(names: { readonly [name: string]: T } | undefined, name: string): T | undefined {
  return names && Object.hasOwn(names, name) ? names[name] : undefined
}

/** The relations of an entity to itself. */
export function linesOf({ fields }: TestModel, entity: string): readonly string[] {
  return Object.entries(fields[entity] ?? {}).flatMap(([field, type]) => {
    const target = type.kind === 'set' ? type.of : type
    return target.kind === 'record' && target.entity === entity ? [field] : []
  })
}

export function schemaOf(model: TestModel): Schema {
  const { fields, reverses, spans } = model
  return {
    entities: Object.keys(fields),
    member: (entity, name) => {
      const type = own(own(fields, entity), name)
      // Names may be empty, so that two of them compared are warned of.
      if (type) return { kind: 'field', type, optional: name === 'name' }
      const reverse = own(own(reverses, entity), name)
      return reverse && { kind: 'reverse', ...reverse }
    },
    members: (entity) => [...Object.keys(fields[entity] ?? {}), ...Object.keys(reverses[entity] ?? {})],
    limit: (name) => own(LIMITS, name),
    limits: Object.keys(LIMITS),
    lookups: LOOKUPS,
    calendars: new Map([['office', JSON.stringify(OFFICE)]]),
    selfRelationsOf: (entity) => linesOf(model, entity),
    periodFieldsOf: (entity) => spans[entity],
    rolesOf: (name) => own(ROLES, name),
    roles: Object.keys(ROLES),
    timersOf: (entity) => (entity === 'Item' ? ['first'] : []),
    shape: (name) =>
      name === 'late' ? { entity: 'Item', type: { kind: 'object', fields: { name: text } } } : undefined,
    shapes: ['late'],
    templates: true,
  }
}

export const sampleModel: TestModel = {
  fields: FIELDS,
  reverses: REVERSES,
  here: 'Item',
  spans: { Item: { from: 'due', to: 'until' } },
}

export const schema = schemaOf(sampleModel)
