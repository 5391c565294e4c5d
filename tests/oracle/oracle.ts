// Reads the tables of points 3 and 6 from a document's text, for the oracle: what each person may read is then worked out
// by it, row by row. It shares no code with the product, so that a mistake there is not repeated here.
import type { EntitySpec, FieldSpec, Row } from '../policy/entities.ts'
import { BUILT_IN, STANDARD } from '../policy/entities.ts'
import { createOracle } from '../policy/oracle.ts'
import type { GrantSpec, RoleSpec, World } from '../policy/world.ts'
import { readCondition } from './read-condition.ts'

export interface DocumentOracle {
  /** Identifiers of the entities' fields, the standard ones among them. */
  readonly fields: { readonly [entity: string]: readonly string[] }
  /** `Ticket.assignee` → `Person`. */
  readonly relations: { readonly [field: string]: string }
  /**
   * Returns what the person (null: nobody is signed in) may read of this row. Undefined means that the row does not
   * exist for that person.
   */
  read(world: World, entity: string, row: Row, me: Row | null): Row | undefined
  /** Is something else granted to the person on this row: `see history`, `delete`? */
  may(verb: string, world: World, entity: string, row: Row, me: Row | null): boolean
  world(rows: World['rows']): World
}

export function readOracle(document: string): DocumentOracle {
  const entities = readEntities(pointOf(document, 3))
  const policy = pointOf(document, 6)
  const roles = tableOf(policy, 'role | is').map((line): RoleSpec => ({
    name: line['role'] ?? '',
    includes: listOf(line['includes']),
  }))
  const grants = tableOf(policy, 'role | entity | may').flatMap(readGrants)
  const all = [...entities.values()]
  return {
    fields: Object.fromEntries(all.map(({ name, fields }) => [name, fields.map((field) => field.name)])),
    relations: Object.fromEntries(
      all.flatMap(({ name, fields }) =>
        fields.flatMap(({ name: field, target }) => (target === undefined ? [] : [[`${name}.${field}`, target]])),
      ),
    ),
    world: (rows) => ({ entities, roles, grants, rows, trash: {} }),
    may: (verb, world, entity, row, me) => createOracle(world, me).may(verb, entity, row),
    read: (world, entity, row, me) => createOracle(world, me).read(entity, row),
  }
}

/** Evaluates a condition as the document sees it, to which nothing is hidden. */
export function isTrueFor(condition: string, world: World, entity: string, row: Row, me: Row | null): boolean {
  return createOracle(world, me).holds(readCondition(condition), entity, row)
}

function readGrants(line: Line): readonly GrantSpec[] {
  const where = /`([^`]*)`/.exec(line['where'] ?? '')?.[1]
  const named = line['fields'] ?? ''
  const except = /^all except (.+)$/.exec(named)?.[1]
  return listOf(line['entity']).map((entity) => ({
    who: line['role'] ?? '',
    except: false,
    entity,
    may: listOf(line['may']),
    ...(where === undefined ? {} : { where: readCondition(where) }),
    ...(named === '' || named === 'all'
      ? {}
      : { fields: { except: except !== undefined, names: listOf(except ?? named) } }),
  }))
}

function readEntities(point: string): World['entities'] {
  const sections = point.split(/^### /m).slice(1)
  const nameOf = (section: string): string => section.split('\n')[0]?.trim() ?? ''
  const names = sections.map(nameOf)
  const entities = new Map<string, EntitySpec>()
  const put = (name: string, fields: readonly FieldSpec[]) => entities.set(name, { name, path: '', fields })
  put('Person', [...STANDARD, ...BUILT_IN])
  for (const section of sections) {
    const name = nameOf(section)
    const own = tableOf(section, 'field | type').map((line) => readField(line, [...names, 'Person']))
    put(name, [...(entities.get(name)?.fields ?? STANDARD), ...own])
  }
  return entities
}

function readField(line: Line, entities: readonly string[]): FieldSpec {
  const written = line['field'] ?? ''
  const type = line['type'] ?? ''
  const name = /\((\w+)\)/.exec(written)?.[1] ?? written.toLowerCase().replaceAll(' ', '_')
  const target = entities.find((one) => new RegExp(`^(several )?${one}\\b`).test(type))
  if (target === undefined) return { name, kind: 'text' }
  return { name, kind: type.startsWith('several') ? 'many' : 'one', target }
}

interface Line {
  readonly [column: string]: string
}

function pointOf(document: string, number: number): string {
  return new RegExp(`^## ${number}\\..*?(?=^## |$(?![\\s\\S]))`, 'ms').exec(document)?.[0] ?? ''
}

/** The lines of the first table whose header begins so, by column. Cells have no bars in these documents. */
function tableOf(text: string, header: string): readonly Line[] {
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
