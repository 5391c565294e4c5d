// What a random application consists of, as plain data: entities, roles, grants, people and records; and its document as text.
import { documentOf } from '../helpers/compile-document.ts'
import type { Condition } from './condition.ts'
import { printCondition } from './condition.ts'
import type { Entities, EntitySpec, FieldSpec, Row } from './entities.ts'
import { printCalls, printErrors, printTransitions } from './effects/print-work.ts'
import type { Work } from './effects/work.ts'
import { BUILT_IN, LEVELS, ownFields, reverseName } from './entities.ts'

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
  /** Rows by entity, people among them, in the order in which they were made. */
  readonly rows: { readonly [entity: string]: readonly Row[] }
  /** Records that were thrown away. */
  readonly trash: { readonly [entity: string]: readonly Row[] }
}

/** `work`: what happens in it; without it nothing does. */
export function printDocument(
  { entities, roles, grants }: Pick<World, 'entities' | 'roles' | 'grants'>,
  work?: Work,
): string {
  return documentOf({
    1: 'A random application.',
    3: [...entities.values()].map(printEntity).join('\n\n'),
    ...printStates([...entities.values()], work),
    7: work === undefined ? 'not shown.' : printCalls(work),
    8: work === undefined ? 'not shown.' : printErrors(),
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
  const table = printTable(
    ['field', 'type', 'limits', 'was'],
    fields.map((field) => [field.name, printType(entity.name, field), printLimits(field), field.was ?? '']),
  )
  return `### ${entity.name}\n\n${table}${entity.was === undefined ? '' : `\n\n- was: ${entity.was}`}`
}

/** Each field with states is a workflow of its own; those of all entities are point 4. */
function printStates(entities: readonly EntitySpec[], work?: Work): { readonly [point: number]: string } {
  const workflows = entities.flatMap((entity) => {
    const states = ownFields(entity).filter(({ binds }) => binds !== undefined)
    const events = work === undefined || states.length > 0 ? '' : printTransitions(work, entity.name, '', true)
    if (events !== '') return [`### ${entity.name}\n\n${events}`]
    return states.map(({ name, binds = [] }) => {
      const bound = [...new Set(binds.map(({ field }) => field))]
      const cell = (field: string, word: string): string =>
        binds.find((each) => each.field === field && each.state === word)?.says ?? ''
      const table = printTable(
        ['field', ...LEVELS],
        bound.map((field) => [field, ...LEVELS.map((word) => cell(field, word))]),
      )
      const transitions = work === undefined ? '' : printTransitions(work, entity.name, name, name === states[0]?.name)
      return `### ${entity.name}.${name}\n\n- starts: ${LEVELS[0]}\n\n${bound.length === 0 ? '' : `${table}\n\n`}${transitions}`
    })
  })
  return workflows.length === 0 ? {} : { 4: workflows.join('\n\n') }
}

function printType(entity: string, { kind, name, target, whenDeleted }: FieldSpec): string {
  if (kind === 'choice') return `one of ${LEVELS.join(', ')}`
  if (kind === 'one')
    return `${target} (as ${reverseName(entity, name)})${whenDeleted === undefined ? '' : `, ${whenDeleted}`}`
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
