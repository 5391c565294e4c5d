// Small models made by hand, for tests of only the storage.
import type { Expression, Node } from '#shared/expressions/node.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { FieldType } from '#shared/fields/field-type.ts'
import type { Citation, Entity, Field, Model, Name } from '#shared/model/model.ts'

const SPAN = { start: 0, end: 0 }
const CITE: Citation = { point: 3, line: 1, text: '' }

export interface FieldOptions {
  readonly required?: boolean
  readonly default?: unknown
  readonly unique?: readonly string[]
  readonly indexed?: boolean
  readonly searchable?: boolean
  readonly was?: string
  readonly min?: number
  readonly max?: number
  readonly atMost?: number
}

export function field(name: string, type: FieldType, options: FieldOptions = {}): Field {
  return {
    name: nameOf(name),
    type,
    valueType: fieldType(type.kind).valueType(type),
    required: options.required ?? false,
    ...('default' in options ? { default: { kind: 'literal' as const, value: options.default } } : {}),
    workflow: false,
    standard: false,
    limits: {
      ...(options.min === undefined ? {} : { min: options.min }),
      ...(options.max === undefined ? {} : { max: options.max }),
      ...(options.atMost === undefined ? {} : { atMost: options.atMost }),
      ...(options.unique ? { unique: { per: options.unique, cite: CITE } } : {}),
      indexed: options.indexed ?? false,
      searchable: options.searchable ?? false,
      writeOnce: false,
      hidden: false,
    },
    meaning: '',
    ...(options.was === undefined ? {} : { was: options.was }),
    cite: CITE,
  }
}

export const text: FieldType = { kind: 'text' }

export function oneOf(...words: readonly string[]): FieldType {
  return { kind: 'one of', words: words.map((word) => ({ word, label: word, span: SPAN })) }
}

export function relation(
  entity: string,
  whenDeleted: 'refuse' | 'delete' | 'clear' = 'refuse',
  many = false,
): FieldType {
  return { kind: 'relation', many, entity, reverse: 'others', whenDeleted }
}

export interface EntityOptions {
  readonly was?: string
  readonly order?: Entity['order']
  readonly uniqueTogether?: readonly (readonly string[])[]
}

export function entity(name: string, fields: readonly Field[], options: EntityOptions = {}): Entity {
  const standard = (field: Field): Field => ({ ...field, standard: true })
  const all = [
    ...fields,
    standard(field('id', text, { required: true })),
    standard(field('created_at', { kind: 'date and time' })),
    standard(field('created_by', relation('Person'))),
    standard(field('updated_at', { kind: 'date and time' })),
    standard(field('updated_by', relation('Person'))),
    standard(field('_version', { kind: 'integer' }, { required: true })),
  ]
  return {
    name: nameOf(name),
    plural: `${name}s`,
    path: `${name.toLowerCase()}s`,
    help: [],
    fields: new Map(all.map((one) => [one.name.identifier, one])),
    reverses: new Map(),
    parts: new Map(),
    words: new Map(),
    title: expression({ kind: 'literal', value: '', type: { kind: 'text' }, span: SPAN }),
    order: options.order ?? [],
    ...(options.was === undefined ? {} : { was: options.was }),
    historyKept: true,
    onlyOne: false,
    deleted: { kind: 'trash', days: 30 },
    uniqueTogether: (options.uniqueTogether ?? []).map((fields) => ({ fields, cite: CITE })),
    workflows: new Map(),
    transitions: new Map(),
    bindings: [],
    timers: new Map(),
    events: [],
    rules: [],
    grants: [],
    cite: CITE,
  }
}

export function model(...entities: readonly Entity[]): Model {
  const all = entities.some((one) => one.name.identifier === 'Person') ? entities : [...entities, person()]
  return {
    name: 'Made for a test',
    entities: new Map(all.map((one) => [one.name.identifier, one])),
    screens: { notShown: true },
    limits: new Map(),
    settings: { timeZone: 'UTC' },
  } as unknown as Model
}

export function person(...fields: readonly Field[]): Entity {
  return entity('Person', [
    field('name', text),
    field('email', { kind: 'email' }, { unique: [] }),
    field('roles', { kind: 'list of text' }),
    ...fields,
  ])
}

export function expression(tree: Node): Expression {
  return { tree, text: '', span: SPAN }
}

function nameOf(identifier: string): Name {
  return { identifier, label: identifier, span: SPAN }
}
