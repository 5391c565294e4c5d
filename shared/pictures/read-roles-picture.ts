// Reads the matrix of roles and entities: what the people of each role may, and by which line.
import type { Expression } from '../expressions/node.ts'
import type { Entity, Grant, Grantee, Model, Transition, Verb } from '../model/model.ts'
import type { RoleDeclaration } from '../points/6-roles/declarations.ts'
import type { Span } from '../text/span.ts'
import type { GrantPicture, PermissionPicture, RoleColumn, RoleRow, RolesPicture } from './pictures.ts'
import { pictureDoer } from './read-workflows.ts'

/** Verbs in the order in which they are shown. */
const VERBS: readonly Verb[] = ['read', 'create', 'update', 'delete', 'restore', 'import', 'export', 'see history']
/** Verbs whose grants name fields. */
const OF_FIELDS: readonly Verb[] = ['read', 'create', 'update']

export function readRolesPicture(
  model: Model,
  declared: readonly RoleDeclaration[],
  lineOf: (span: Span) => number,
): RolesPicture {
  const entities = [...model.entities.values()]
  const columns = columnsOf(model, declared, lineOf)
  return {
    columns,
    rows: entities.map((entity) => rowOf(entity, columns)),
    grants: entities
      .flatMap((entity) => entity.grants.map((grant, at) => pictureGrant(model, entity, grant, at)))
      .toSorted((a, b) => a.line - b.line),
  }
}

/** A column that nobody stands in is left out. */
function columnsOf(
  model: Model,
  declared: readonly RoleDeclaration[],
  lineOf: (span: Span) => number,
): readonly RoleColumn[] {
  const labelOf = (role: string): string => model.roles.get(role)?.name.label ?? role
  const roles = [...model.roles.entries()]
    .filter(([, { onRecords }]) => onRecords.length === 0)
    .map(([key, { name, includes }]): RoleColumn => {
      const row = declared.find((each) => each.name.identifier === key)
      const others = includes.filter((each) => each !== key).map(labelOf)
      return { key, kind: 'role', label: name.label, includes: others, ...(row ? { line: lineOf(row.span) } : {}) }
    })
  const kinds = new Set(
    [...model.entities.values()].flatMap(({ grants, transitions }) => [
      ...grants.map(({ who }) => who.kind),
      ...[...transitions.values()].flatMap(({ rows }) => rows.flatMap(({ who }) => who.map(({ kind }) => kind))),
    ]),
  )
  const others = (['everyone', 'anyone', 'condition'] as const).filter((kind) => kinds.has(kind))
  return [...roles, ...others.map((kind): RoleColumn => ({ key: `(${kind})`, kind, label: '', includes: [] }))]
}

function rowOf(entity: Entity, columns: readonly RoleColumn[]): RoleRow {
  const cells = columns.map((column) => {
    const verbs = VERBS.flatMap((verb) => verbPermission(entity, column, verb) ?? [])
    const steps = [...entity.transitions.values()].flatMap((step) => stepPermission(step, column) ?? [])
    return [column.key, [...verbs, ...steps]] as const
  })
  return {
    entity: entity.name.identifier,
    label: entity.name.label,
    line: entity.cite.line,
    cells: new Map(cells),
  }
}

function standsIn(who: Grantee, { kind, key }: RoleColumn): boolean {
  return who.kind === 'role' ? kind === 'role' && who.roles.includes(key) : who.kind === kind
}

function isOwnOf(who: Grantee, column: RoleColumn): boolean {
  return who.kind !== 'role' || who.role === column.key
}

function verbPermission(entity: Entity, column: RoleColumn, verb: Verb): PermissionPicture | undefined {
  const says = ({ may, createBy }: Grant): boolean =>
    may.includes(verb) || (verb === 'create' && createBy !== undefined)
  const all = entity.grants.filter((grant) => standsIn(grant.who, column) && says(grant))
  const given = all.filter(({ except }) => !except)
  const isWhole = ({ who, where, fields, may }: Grant): boolean =>
    where === undefined &&
    who.kind !== 'condition' &&
    may.includes(verb) &&
    (!OF_FIELDS.includes(verb) || fieldsLeftOut(entity, fields).length === 0)
  const whole = given.filter(isWhole)
  const deciding = (whole.length > 0 ? whole : given).toSorted(
    (a, b) => Number(isOwnOf(b.who, column)) - Number(isOwnOf(a.who, column)),
  )
  const [first] = deciding
  if (!first) return undefined
  return {
    may: { verb },
    isPartial: whole.length === 0 || all.length > given.length,
    isOwn: isOwnOf(first.who, column),
    conditions: whole.length > 0 ? [] : given.flatMap(({ who, where }) => joinConditions(who, where)),
    line: first.cite.line,
  }
}

/** "requester == me and open", or nothing where there is no condition. */
function joinConditions(who: Grantee, and: Expression | undefined): readonly string[] {
  const texts = [...(who.kind === 'condition' ? [who.condition.text] : []), ...(and ? [and.text] : [])]
  return texts.length === 0 ? [] : [texts.join(' and ')]
}

function stepPermission({ name, rows }: Transition, column: RoleColumn): PermissionPicture | undefined {
  const given = rows.flatMap((row) =>
    row.who.filter((who) => standsIn(who, column)).map((who) => ({ row, isOwn: isOwnOf(who, column), who })),
  )
  const isWhole = ({ row, who }: (typeof given)[number]) => row.when === undefined && who.kind !== 'condition'
  const whole = given.filter(isWhole)
  const [first] = (whole.length > 0 ? whole : given).toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
  if (!first) return undefined
  return {
    may: { transition: name.label },
    isPartial: whole.length === 0,
    isOwn: first.isOwn,
    conditions: whole.length > 0 ? [] : given.flatMap(({ who, row }) => joinConditions(who, row.when)),
    line: first.row.cite.line,
  }
}

function pictureGrant(model: Model, entity: Entity, grant: Grant, at: number): GrantPicture {
  const { who, except, may, createBy = [], where, fields, cite } = grant
  return {
    key: `${entity.name.identifier} ${at}`,
    entity: entity.name.label,
    who: pictureDoer(model, who),
    except,
    may,
    createBy: createBy.map((step) => entity.transitions.get(step)?.name.label ?? step),
    ...(where ? { where: where.text } : {}),
    fields: fieldsOf(entity, fields),
    line: cite.line,
  }
}

function fieldsOf(entity: Entity, fields: readonly string[]): GrantPicture['fields'] {
  const left = fieldsLeftOut(entity, fields)
  if (left.length === 0) return 'all'
  const isShorter = left.length < fields.length
  const names = (isShorter ? left : fields).map((field) => entity.fields.get(field)?.name.label ?? field)
  return { kind: isShorter ? 'all except' : 'only', names }
}

/** `id` and `_version` come always and are not listed. */
function fieldsLeftOut(entity: Entity, fields: readonly string[]): readonly string[] {
  return [...entity.fields.keys()].filter((field) => field !== 'id' && field !== '_version' && !fields.includes(field))
}
