// What a random application consists of, as plain data: entities, roles, grants, people and records; and its document as text.
import { documentOf } from '../helpers/compile-document.ts'
import type { Condition } from './condition.ts'
import { printCondition } from './condition.ts'

export interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

export interface FieldSpec {
  readonly name: string
  readonly kind: 'text' | 'integer' | 'yes/no' | 'choice' | 'one' | 'many' | 'standard'
  /** Of a relation. */
  readonly target?: string
  readonly searchable?: true
  readonly unique?: true
  readonly hidden?: true
}

export interface EntitySpec {
  readonly name: string
  readonly path: string
  readonly fields: readonly FieldSpec[]
}

export type Entities = ReadonlyMap<string, EntitySpec>

export interface RoleSpec {
  readonly name: string
  readonly includes: readonly string[]
  /** A role that follows from a relation to a record of this entity. */
  readonly of?: { readonly entity: string; readonly who: Condition }
}

export interface GrantSpec {
  /** Roles, `everyone`, `anyone`. */
  readonly who: string
  readonly except: boolean
  readonly entity: string
  readonly may: readonly string[]
  readonly where?: Condition
  /** Undefined: all. */
  readonly fields?: { readonly except: boolean; readonly names: readonly string[] }
}

export interface World {
  readonly entities: Entities
  readonly roles: readonly RoleSpec[]
  readonly grants: readonly GrantSpec[]
  /** By entity, people among them; in the order in which they were made. */
  readonly rows: { readonly [entity: string]: readonly Row[] }
  /** Records that were thrown away. */
  readonly trash: { readonly [entity: string]: readonly Row[] }
}

export const LEVELS = ['low', 'normal', 'high']

export const STANDARD: readonly FieldSpec[] = [
  { name: 'id', kind: 'standard' },
  { name: 'created_at', kind: 'standard' },
  { name: 'created_by', kind: 'one', target: 'Person' },
  { name: 'updated_at', kind: 'standard' },
  { name: 'updated_by', kind: 'one', target: 'Person' },
  { name: 'version', kind: 'standard' },
]

/** What every Person has; a document may add to it. */
export const BUILT_IN: readonly FieldSpec[] = [
  { name: 'name', kind: 'text', searchable: true },
  { name: 'email', kind: 'standard' },
  { name: 'roles', kind: 'standard' },
  { name: 'active', kind: 'yes/no' },
]

/** Own fields, without those that every record has. */
export function ownFields(entity: EntitySpec): readonly FieldSpec[] {
  return entity.fields.filter((field) => !STANDARD.includes(field))
}

export function entityOf(entities: Entities, name: string): EntitySpec {
  const found = entities.get(name)
  if (found === undefined) throw new Error(`there is no entity "${name}"`)
  return found
}

export function fieldOf(entities: Entities, entity: string, name: string): FieldSpec {
  const found = entityOf(entities, entity).fields.find((field) => field.name === name)
  if (found === undefined) throw new Error(`there is no ${entity}.${name}`)
  return found
}

/** `Beta.link` is `beta_by_link` seen from the other side. */
export function reverseName(entity: string, field: string): string {
  return `${entity.toLowerCase()}_by_${field}`
}

export function reversesOf(
  entities: Entities,
  target: string,
): readonly { readonly name: string; readonly entity: string; readonly field: string }[] {
  return [...entities.values()].flatMap((entity) =>
    ownFields(entity)
      .filter((field) => field.target === target)
      .map((field) => ({ name: reverseName(entity.name, field.name), entity: entity.name, field: field.name })),
  )
}

export function reverseOf(
  entities: Entities,
  target: string,
  name: string,
): { readonly entity: string; readonly field: string } {
  const found = reversesOf(entities, target).find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no ${target}.${name}`)
  return found
}

export function printDocument({ entities, roles, grants }: Pick<World, 'entities' | 'roles' | 'grants'>): string {
  return documentOf({
    1: 'A random application.',
    3: [...entities.values()].map(printEntity).join('\n\n'),
    6: `${printTable(
      ['role', 'is', 'includes', 'of', 'who'],
      roles.map(({ name, includes, of }) => [
        name,
        'someone',
        includes.join(', '),
        of?.entity ?? '',
        of === undefined ? '' : code(of.who),
      ]),
    )}\n\n${printTable(['role', 'entity', 'may', 'where', 'fields'], grants.map(printGrant))}`,
  })
}

function printEntity(entity: EntitySpec): string {
  const fields = ownFields(entity).filter((field) => !BUILT_IN.includes(field))
  return `### ${entity.name}\n\n${printTable(
    ['field', 'type', 'limits'],
    fields.map((field) => [field.name, printType(entity.name, field), printLimits(field)]),
  )}`
}

function printType(entity: string, { kind, name, target }: FieldSpec): string {
  if (kind === 'choice') return `one of ${LEVELS.join(', ')}`
  if (kind === 'one') return `${target} (as ${reverseName(entity, name)})`
  if (kind === 'many') return `several ${target} (as ${reverseName(entity, name)})`
  return kind
}

function printLimits({ searchable, unique, hidden }: FieldSpec): string {
  return [searchable && 'searchable', unique && 'unique', hidden && 'hidden'].filter(Boolean).join(', ')
}

function printGrant({ who, except, entity, may, where, fields }: GrantSpec): readonly string[] {
  const named = fields === undefined ? '' : `${fields.except ? 'all except ' : ''}${fields.names.join(', ')}`
  return [`${except ? 'except ' : ''}${who}`, entity, may.join(', '), where === undefined ? '' : code(where), named]
}

function code(condition: Condition): string {
  return `\`${printCondition(condition)}\``
}

function printTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
}
