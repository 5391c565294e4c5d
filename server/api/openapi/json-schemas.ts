// Builds the JSON schemas of records, bodies and problems from the fields that the caller may know.
import type { FieldShape } from '#shared/fields/field-type.ts'
import { isMany, schemaOf } from '#shared/fields/coerce-value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { mayBeLonger } from '#shared/fields/value-limits.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity, Field, Model, Transition, TransitionInput } from '#shared/model/model.ts'
import { LONGEST_LISTED_TEXT } from '#shared/protocol/list.ts'
import { component } from '../routes/body-schema.ts'
import { applicantFields } from '../../auth/sign-up/applicant.ts'

/** `isReadable`: may records of that entity be put in place of their ids? Hidden fields are absent; a field that is readable in some rows only is not required. */
export function readSchema(
  entity: Entity,
  readable: readonly { readonly field: string; readonly when: unknown }[],
  lines: { readonly [name: string]: object },
  isReadable: (entity: string) => boolean,
): object {
  const properties = Object.fromEntries(
    readable.flatMap(({ field }) => readProperty(entity.fields.get(field), field, isReadable)),
  )
  return {
    type: 'object',
    required: ['id', '_version'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      _version: { type: 'integer', description: 'Goes up with every change; If-Match takes it.' },
      ...properties,
      ...lines,
      ...ADDED,
      ...(readable.some(({ field }) => isLong(entity.fields.get(field))) ? { _omitted: OMITTED } : {}),
    },
  }
}

/** A relation is an id, or with `expand` the record. */
function readProperty(
  field: Field | undefined,
  name: string,
  isReadable: (entity: string) => boolean,
): ReturnType<typeof propertyOf> {
  const described = propertyOf(field, name)
  if (field?.type.kind !== 'relation' || !isReadable(field.type.entity)) return described
  const { entity: target } = field.type
  return described.map(([key, schema]) => [key, expandable(schema, target)])
}

function expandable({ items, ...schema }: { readonly items?: object }, target: string): object {
  if (items !== undefined) return { ...schema, items: { anyOf: [items, component(target)] } }
  const { title, description, ...id } = schema as { readonly title?: string; readonly description?: string }
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    anyOf: [id, component(target)],
  }
}

const ADDED = {
  _may: { ...component('system.Permissions'), description: 'With may=yes.' },
  _timers: { type: 'array', items: component('system.Timer'), description: 'With timers=yes.' },
  _deleted: { ...component('system.Deletion'), description: 'With trash=yes.' },
}

const OMITTED = {
  type: 'array',
  items: { type: 'string' },
  description: `Texts of more than ${LONGEST_LISTED_TEXT} characters that this list left out. Name them in \`fields\`, or read the record.`,
}

function isLong(field: Field | undefined): boolean {
  return field !== undefined && mayBeLonger(field, LONGEST_LISTED_TEXT)
}

export interface ObjectSchema {
  readonly type: 'object'
  readonly additionalProperties: false
  readonly required?: readonly string[]
  readonly properties: { readonly [name: string]: object }
}

/** `lines`: properties for lines that may be sent with it. */
export function writeSchema(
  entity: Entity,
  writable: ReadonlySet<string>,
  verb: 'create' | 'update',
  lines: { readonly [name: string]: object } = {},
): ObjectSchema {
  const fields = [...entity.fields.values()].filter(
    (field) => writable.has(field.name.identifier) && isWrittenByPeople(field),
  )
  const required =
    verb === 'create'
      ? fields.filter((field) => field.required === true && field.default === undefined && !isMade(field))
      : []
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required: required.map(({ name }) => name.identifier) }),
    properties: {
      ...Object.fromEntries(fields.flatMap((field) => propertyOf(field, field.name.identifier))),
      ...lines,
    },
  }
}

function isMade({ type }: Field): boolean {
  return fieldType(type.kind).madeFrom?.(type) !== undefined
}

/**
 * Builds the schema of a person who signs up: the fields that the document requires of every person, and a password.
 */
export function signUpSchema(model: Model): object {
  const { required, properties } = applicantSchema(model)
  return {
    type: 'object',
    additionalProperties: false,
    required: [...required, 'password'],
    properties: { ...properties, password: { type: 'string', minLength: model.accountPolicy.shortestPassword } },
  }
}

/** Builds the schema of a person who signs up, which is the same for every sign-in method. */
export function applicantSchema(model: Model): {
  readonly type: 'object'
  readonly required: readonly string[]
  readonly properties: { readonly [name: string]: object }
} {
  const person = model.entities.get('Person')
  const fields = person === undefined ? [] : applicantFields(person)
  return {
    type: 'object',
    required: fields,
    properties: {
      ...Object.fromEntries(fields.flatMap((name) => propertyOf(person?.fields.get(name), name))),
      invitation: { type: 'string', description: 'The secret of an invitation.' },
    },
  }
}

/** Builds the schema of a record that is created by a transition: what it asks beside the fields of `record`. */
export function startSchema({ rows }: Transition, record: ObjectSchema): ObjectSchema {
  const asked = inputSchema({ asks: rows.flatMap(({ from, asks }) => (from === 'new record' ? asks : [])) })
  const required = [...new Set([...(record.required ?? []), ...(asked.required ?? [])])]
  return {
    ...record,
    ...(required.length === 0 ? {} : { required }),
    properties: { ...record.properties, ...asked.properties },
  }
}

export function inputSchema(transition: Pick<Transition, 'asks'>): ObjectSchema {
  const required = transition.asks
    .filter((ask) => ask.required === true && ask.default === undefined)
    .map(({ name }) => name.identifier)
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(transition.asks.map((ask) => [ask.name.identifier, describeInput(ask)])),
  }
}

function describeInput(ask: TransitionInput): object {
  return {
    ...schemaOf(ask),
    title: ask.name.label,
    ...descriptionOf(ask, ask.meaning),
    ...(ask.default?.kind === 'literal' ? { default: ask.default.value } : {}),
  }
}

/** Says beside the meaning of which entity a relation holds ids. */
export function descriptionOf({ type }: FieldShape, meaning = ''): { readonly description?: string } {
  const ids = type.kind === 'relation' ? `${type.many ? 'Ids' : 'Id'} of ${type.entity}.` : ''
  const stop = meaning === '' || /[.!?]$/.test(meaning) ? '' : '.'
  const description = ids === '' ? meaning : `${meaning}${stop} ${ids}`.trim()
  return description === '' ? {} : { description }
}

function propertyOf(field: Field | undefined, name: string): readonly (readonly [string, object])[] {
  if (field === undefined || name === 'id' || name === '_version') return []
  const schema = schemaOf(field)
  const { type } = schema
  // What the system made or changed by itself has no `created_by`, no `updated_by`: these are not required either.
  const canBeEmpty = field.required !== true && !isMany(field) && typeof type === 'string' && type !== 'null'
  const described = {
    ...schema,
    title: field.name.label,
    ...descriptionOf(field, field.meaning),
  }
  // An enumeration has to name `null` as well.
  const values = schema['enum']
  return [
    [
      name,
      canBeEmpty
        ? {
            ...described,
            type: [type, 'null'],
            ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
          }
        : described,
    ],
  ]
}
