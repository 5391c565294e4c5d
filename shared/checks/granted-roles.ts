// Lists the roles that a grant gives a verb or a field, conditions on rows aside.
import type { Expression } from '../expressions/node.ts'
import { memoByModel } from '../model/memo-by-model.ts'
import type { Grant, Model, Verb } from '../model/model.ts'
import { type Declarations, isShown } from '../points/declarations.ts'

/**
 * The roles behind what a screen says; `everyone` is each role that can be given, and a word of its own only where there
 * are none. A role that follows from a record adds to what its holder has anyway.
 */
export function grantedRolesOf(model: Model, { roles }: Declarations, named: readonly string[]): readonly string[] {
  if (named.includes('anyone')) return ['anyone']
  const following = isShown(roles) ? roles.roles.filter((role) => role.of || role.who) : []
  const isGiven = (role: string): boolean => !following.some(({ name }) => name.identifier === role)
  if (!named.includes('everyone')) return named.filter(isGiven)
  const given = [...model.roles.keys()].filter(isGiven)
  return given.length > 0 ? given : ['everyone']
}

/** Lists the roles that people are given; others follow from a record. */
export const givenRoles = memoByModel(({ roles }): readonly string[] =>
  [...roles.values()].flatMap(({ name, onRecords }) => (onRecords.length === 0 ? [name.identifier] : [])),
)

/** Is there a grant that may match this role? One on a condition may. */
export function isVerbGranted(model: Model, entity: string, verb: Verb, reader: string): boolean {
  return grantsOfRole(model, entity, verb, reader).length > 0
}

export function isFieldReadable(model: Model, entity: string, field: string, reader: string): boolean {
  const grants = grantsOfRole(model, entity, 'read', reader)
  return grants.some((grant) => field === 'id' || field === '_version' || grant.fields.includes(field))
}

/** When the record is created or, unless it is written once, later. */
export function isFieldWritable(model: Model, entity: string, field: string, writer: string): boolean {
  return grantsWriting(model, entity, field, writer).length > 0
}

/** Lists the grants by which the field is written. */
export function grantsWriting(model: Model, entity: string, field: string, writer: string): readonly Grant[] {
  const isWrittenOnce = model.entities.get(entity)?.fields.get(field)?.limits.writeOnce === true
  const verbs = isWrittenOnce ? (['create'] as const) : (['create', 'update'] as const)
  const found = verbs.flatMap((verb) => grantsOfRole(model, entity, verb, writer))
  return [...new Set(found)].filter(({ fields }) => fields.includes(field))
}

/** `opens`: for whom a screen is. */
export function mayOpen(model: Model, role: string, opens: readonly string[]): boolean {
  if (opens.includes('everyone') || opens.includes('anyone')) return true
  return model.roles.get(role)?.includes.some((each) => opens.includes(each)) === true
}

/** Plainly, or by a transition from "new record". */
export function mayCreate({ may, createBy }: Grant): boolean {
  return may.includes('create') || createBy !== undefined
}

/** Lists the conditions that a grant asks: of its people, and of the record. */
export function conditionsOfGrant({ who, where }: Pick<Grant, 'who' | 'where'>): readonly Expression[] {
  if (who.kind !== 'condition') return where ? [where] : []
  return where ? [who.condition, where] : [who.condition]
}

/** Lists the grants that may match this role; one on a condition may. Where a row takes all of it away, there is none. */
export function grantsOfRole(model: Model, entity: string, verb: Verb, reader: string): readonly Grant[] {
  const known = foundGrants(model)
  const key = `${entity} ${verb} ${reader}`
  let grants = known.get(key)
  if (grants === undefined) known.set(key, (grants = findGrants(model, entity, verb, reader)))
  return grants
}

/** Checks ask for the same few of them for each field, rule and text. */
const foundGrants = memoByModel(() => new Map<string, readonly Grant[]>())

function findGrants(model: Model, entity: string, verb: Verb, reader: string): readonly Grant[] {
  const roles = model.roles.get(reader)?.includes ?? []
  const { grants = [], fields } = model.entities.get(entity) ?? {}
  const found = grants.filter((grant) => {
    const { who } = grant
    if (!(verb === 'create' ? mayCreate(grant) : grant.may.includes(verb))) return false
    if (who.kind === 'role') return roles.includes(who.role)
    return who.kind === 'anyone' || (reader !== 'anyone' && (who.kind === 'everyone' || who.kind === 'condition'))
  })
  const takesAll = ({ except, who, where, fields: taken }: Grant): boolean =>
    except &&
    who.kind !== 'condition' &&
    where === undefined &&
    [...(fields?.keys() ?? [])].every((name) => name === 'id' || name === '_version' || taken.includes(name))
  return found.some(takesAll) ? [] : found.filter(({ except }) => !except)
}
