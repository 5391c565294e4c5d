// An oracle for rights: reads the tables of points 3 and 6 from a document's text by itself and says, row by row, what
// each person may read. It shares no code with the product, so that a mistake there is not repeated here.
import type { Row, World } from './oracle-expression.ts'
import { isTrueFor } from './oracle-expression.ts'

export interface Oracle {
  /** Identifiers of the entities' fields, the standard ones among them. */
  readonly fields: { readonly [entity: string]: readonly string[] }
  /** `Ticket.assignee` → `Person`. */
  readonly relations: { readonly [field: string]: string }
  /** What the person (null: nobody is signed in) may read of this row; undefined: for that person it does not exist. */
  read(world: World, entity: string, row: Row, me: Row | null): Row | undefined
  /** Is something else granted to the person on this row: `see history`, `delete`? */
  may(verb: string, world: World, entity: string, row: Row, me: Row | null): boolean
  world(rows: World['rows']): World
}

const standard = ['id', 'created_at', 'created_by', 'updated_at', 'updated_by', 'version']
const builtIn = ['name', 'email', 'picture', 'roles', 'active']

export function createOracle(document: string): Oracle {
  const { fields, relations } = readEntities(pointOf(document, 3))
  const rights = pointOf(document, 6)
  const included = readRoles(rights)
  const grants = tableOf(rights, 'role | entity | may').map((line) => ({
    who: line['role'] ?? '',
    entities: listOf(line['entity']),
    may: listOf(line['may']),
    where: /`([^`]*)`/.exec(line['where'] ?? '')?.[1],
    fields: line['fields'] ?? 'all',
  }))
  const matching = (verb: string, world: World, entity: string, row: Row, me: Row | null) =>
    grants.filter(
      (grant) =>
        grant.entities.includes(entity) &&
        (grant.may.includes(verb) || grant.may.includes('everything')) &&
        isFor(grant.who, me, included) &&
        (grant.where === undefined || isTrueFor(grant.where, world, entity, row, me)),
    )
  return {
    fields,
    relations,
    world: (rows) => ({ rows, relations, included }),
    may: (verb, world, entity, row, me) => isAdministrator(me) || matching(verb, world, entity, row, me).length > 0,
    read(world, entity, row, me) {
      const all = fields[entity] ?? []
      if (isAdministrator(me)) return pick(row, all)
      const granting = matching('read', world, entity, row, me)
      if (granting.length === 0) return undefined
      return pick(row, ['id', 'version', ...granting.flatMap((grant) => namedFields(grant.fields, all))])
    },
  }
}

export function isAdministrator(me: Row | null): boolean {
  return me !== null && (me['roles'] as readonly string[]).includes('Administrator')
}

function isFor(who: string, me: Row | null, included: World['included']): boolean {
  if (who === 'anyone') return true
  if (me === null) return false
  if (who === 'everyone') return true
  return (included[who] ?? []).some((role) => (me['roles'] as readonly string[]).includes(role))
}

function namedFields(cell: string, all: readonly string[]): readonly string[] {
  const except = /^all except (.+)$/.exec(cell)?.[1]
  if (except !== undefined) return all.filter((field) => !listOf(except).includes(field))
  return cell === '' || cell === 'all' ? all : listOf(cell)
}

function pick(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))) as unknown as Row
}

/** Which roles have all that a role has: itself, and those that include it, however far. */
function readRoles(rights: string): { readonly [role: string]: readonly string[] } {
  const lines = tableOf(rights, 'role | is')
  const includes = new Map(lines.map((line) => [line['role'] ?? '', listOf(line['includes'])]))
  const reaches = (from: string, to: string): boolean =>
    from === to || (includes.get(from) ?? []).some((one) => reaches(one, to))
  return Object.fromEntries(
    [...includes.keys()].map((role) => [role, [...includes.keys()].filter((one) => reaches(one, role))]),
  )
}

function readEntities(point: string): {
  readonly fields: Record<string, string[]>
  readonly relations: Record<string, string>
} {
  const sections = point.split(/^### /m).slice(1)
  const entities = sections.map((section) => section.split('\n')[0]?.trim() ?? '')
  const fields: Record<string, string[]> = { Person: [...standard, ...builtIn] }
  const relations: Record<string, string> = {}
  for (const [index, section] of sections.entries()) {
    const entity = entities[index] ?? ''
    const names = (fields[entity] ??= [...standard])
    for (const field of ['created_by', 'updated_by']) relations[`${entity}.${field}`] = 'Person'
    for (const line of tableOf(section, 'field | type')) {
      const written = line['field'] ?? ''
      const name = /\((\w+)\)/.exec(written)?.[1] ?? written.toLowerCase().replaceAll(' ', '_')
      names.push(name)
      const target = [...entities, 'Person'].find((one) => new RegExp(`^(several )?${one}\\b`).test(line['type'] ?? ''))
      if (target !== undefined) relations[`${entity}.${name}`] = target
    }
  }
  return { fields, relations }
}

function pointOf(document: string, number: number): string {
  return new RegExp(`^## ${number}\\..*?(?=^## |$(?![\\s\\S]))`, 'ms').exec(document)?.[0] ?? ''
}

/** The lines of the first table whose header begins so, by column. Cells have no bars in these documents. */
function tableOf(text: string, header: string): Record<string, string>[] {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${header}`))
  if (start < 0) return []
  const cells = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const columns = cells(lines[start] ?? '')
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  return lines
    .slice(start + 2, end < 0 ? undefined : end)
    .map((line) => Object.fromEntries(cells(line).map((cell, index) => [columns[index] ?? '', cell])))
}

function listOf(cell: string | undefined): string[] {
  return (cell ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
