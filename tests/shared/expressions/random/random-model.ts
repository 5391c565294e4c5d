// Random models: some entities with some fields of every type, relations to one and to many, to others and to themselves.
import type { Type } from '#shared/expressions/type.ts'
import type { TestModel } from '../sample-schema.ts'
import { LEVELS, sampleModel } from '../sample-schema.ts'

/** Gives a whole number from 0 to below `count`. */
export type Pick = (count: number) => number

/** Kinds of values. `level` is the choice of the sample's words. */
export type Kind =
  | 'boolean'
  | 'text'
  | 'level'
  | 'integer'
  | 'number'
  | 'decimal'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'duration'

export const KINDS: readonly Kind[] = [
  'boolean',
  'text',
  'level',
  'integer',
  'number',
  'decimal',
  'date',
  'time',
  'timestamp',
  'duration',
]

export const ORDERED: readonly Kind[] = KINDS.filter((kind) => kind !== 'boolean')

const FIELD_NAMES: { readonly [kind in Kind]: readonly string[] } = {
  boolean: ['done', 'urgent'],
  text: ['name', 'title', 'note'],
  level: ['level', 'impact'],
  integer: ['count', 'weight'],
  number: ['ratio', 'share'],
  decimal: ['price', 'rate'],
  date: ['due', 'until'],
  time: ['at', 'opens'],
  timestamp: ['seen', 'sent'],
  duration: ['effort', 'pause'],
}
const RELATIONS = ['owner', 'parent', 'keeper']
const RELATIONS_TO_MANY = ['tags', 'near']

/** The sample, now and then: it has everything. Else a model with persons and up to three other entities. */
export function randomModel(pick: Pick): TestModel {
  if (pick(4) === 0) return sampleModel
  const entities = ['Item', 'Person', 'Tag', 'Booking'].slice(0, 2 + pick(3))
  const fields = Object.fromEntries(entities.map((entity) => [entity, randomFields(entity, entities, pick)]))
  return {
    fields,
    reverses: reversesOf(fields),
    here: entities[pick(entities.length)] as string,
    spans: Object.fromEntries(
      entities.flatMap((entity) => {
        const { due, until, seen, sent } = fields[entity] ?? {}
        if (due && until) return [[entity, { from: 'due', to: 'until' }]]
        return seen && sent ? [[entity, { from: 'sent', to: 'seen' }]] : []
      }),
    ),
  }
}

function randomFields(entity: string, entities: readonly string[], pick: Pick): { readonly [field: string]: Type } {
  const fields: { [field: string]: Type } = { id: { kind: 'text', isCode: true } }
  // A word is one of a choice only where something else is.
  if (entity === 'Item') fields['level'] = LEVELS
  if (entity === 'Person') fields['roles'] = { kind: 'list', of: { kind: 'text' } }
  for (const kind of KINDS) for (const name of FIELD_NAMES[kind]) if (pick(2)) fields[name] = typeOfKind(kind, pick)
  const target = (): Type => ({ kind: 'record', entity: entities[pick(entities.length)] as string })
  for (const name of RELATIONS) if (pick(2)) fields[name] = target()
  for (const name of RELATIONS_TO_MANY) if (pick(3) === 0) fields[name] = { kind: 'set', of: target() }
  if (pick(2)) fields['labels'] = { kind: 'list', of: { kind: 'text' } }
  if (pick(3) === 0) fields['place'] = { kind: 'object', fields: { lat: { kind: 'number' }, lon: { kind: 'number' } } }
  if (pick(3) === 0) fields['data'] = { kind: 'json' }
  return fields
}

function typeOfKind(kind: Kind, pick: Pick): Type {
  if (kind === 'level') return LEVELS
  // One in five is a per cent: the same units, two places further on.
  if (kind === 'decimal') return pick(5) === 0 ? { kind, scale: 4, unit: 'percent' } : { kind, scale: pick(4) }
  return { kind }
}

function reversesOf(fields: TestModel['fields']): TestModel['reverses'] {
  const reverses: { [entity: string]: { [name: string]: { entity: string; field: string } } } = {}
  for (const [entity, own] of Object.entries(fields)) {
    for (const [field, type] of Object.entries(own)) {
      const target = type.kind === 'set' ? type.of : type
      if (target.kind !== 'record') continue
      const names = (reverses[target.entity] ??= {})
      names[`${entity.toLowerCase()}s_of_${field}`] = { entity, field }
    }
  }
  return reverses
}

/** The names of an entity's fields of that kind. */
export function fieldsOfKind(model: TestModel, entity: string, kind: Kind): readonly string[] {
  return Object.entries(model.fields[entity] ?? {}).flatMap(([name, type]) =>
    type.kind === (kind === 'level' ? 'choice' : kind) ? [name] : [],
  )
}
