// Finds the permissions that the grants of an entity give an actor for a verb.
import type { Node } from '../expressions/node.ts'
import type { Grant, Citation, Model, Entity, FieldBinding, Verb, Grantee } from '../model/model.ts'
import type { Actor } from './actor.ts'
import { anyOf, foldRoles } from './fold-conditions.ts'

/** One way in which a verb may be granted, as far as it depends on the row. */
export interface Permission {
  readonly when: Node | true
  /** The part of `when` by which the actor has the role on the record; absent where they have it on all. */
  readonly held?: Node
  readonly fields: ReadonlySet<string>
  /** Absent for administrators and the system, which need no line of the document. */
  readonly grant?: Grant
  /** The cell of point 4 that closes the field in a state. */
  readonly bound?: Citation
}

/** Fields that the tables of point 4 hide or close in some states, for this actor. */
export function boundFields(
  model: Model,
  entity: Entity,
  actor: Actor,
  says: readonly FieldBinding['says'][],
): readonly (Permission & { readonly bound: Citation })[] {
  if (hasAllData(model, actor)) return []
  return entity.bindings.flatMap((binding) => {
    if (!says.includes(binding.says)) return []
    const who = binding.who ? anyOf(binding.who.map((each) => granteeCondition(each, actor)).filter(isOpen)) : true
    const when = who === false ? false : foldRoles(binding.where.tree, actor)
    if (who === false || when === false) return []
    const { cite: bound } = binding
    // What closes a line closes all of it.
    const fields = new Set(binding.says === 'closed' ? readableFields(entity) : [binding.field])
    return [{ when: both(who, when), fields, bound }]
  })
}

export function isOpen(condition: Node | boolean): condition is Node | true {
  return condition !== false
}

/** Administrators and the system, where the document does not say otherwise. */
export function hasAllData(model: Model, actor: Actor): boolean {
  return actor.system || (actor.administrator && model.accountPolicy.administratorsReadData)
}

export function both(first: Node | true, second: Node | true): Node | true {
  if (first === true || second === true) return first === true ? second : first
  return { kind: 'binary', operator: 'and', left: first, right: second, type: { kind: 'boolean' }, span: second.span }
}

/** `step`: the transition from "new record" by which a record is created. */
export function matchingGrants(
  model: Model,
  entity: Entity,
  actor: Actor,
  verb: Verb,
  step?: string,
): { readonly grants: readonly Permission[]; readonly except: readonly Permission[] } {
  const fields = new Set(readableFields(entity))
  if (hasAllData(model, actor)) return { grants: [{ when: true, fields }], except: [] }
  const matching = entity.grants.flatMap((grant) => {
    if (!isGranted(grant, verb, step)) return []
    const [held, where] = [granteeCondition(grant.who, actor), grant.where ? foldRoles(grant.where.tree, actor) : true]
    if (held === false || where === false) return []
    const granted = new Set(grant.fields.filter((field) => fields.has(field)))
    return [{ when: both(held, where), ...(held === true ? {} : { held }), fields: granted, grant }]
  })
  return { grants: matching.filter((each) => !each.grant.except), except: matching.filter((each) => each.grant.except) }
}

/** A grant to create lets records be created in any way, one to create by a step only in that one. */
function isGranted({ may, createBy }: Grant, verb: Verb, step: string | undefined): boolean {
  return may.includes(verb) || (step !== undefined && createBy?.includes(step) === true)
}

/** Is the actor one of these: known beforehand, or a condition on the record. */
export function granteeCondition(who: Grantee, actor: Actor): Node | boolean {
  if (actor.system) return true
  switch (who.kind) {
    case 'anyone':
      return true
    case 'everyone':
      return actor.person !== null
    case 'role':
      return actor.roles.includes(who.role)
    case 'condition':
      // An anonymous actor fulfils no condition: `lead == me` would hold where both are empty.
      return actor.person !== null && foldRoles(who.condition.tree, actor)
  }
}

/** All fields but the hidden ones, which never leave the server. */
export function readableFields(entity: Entity): readonly string[] {
  return [...entity.fields.values()].filter((field) => !field.limits.hidden).map((field) => field.name.identifier)
}

export function isAlwaysRead(field: string): boolean {
  return field === 'id' || field === '_version'
}

/** Does it speak of all fields, and so of the row itself? */
export function isWhole(entity: Entity, granted: Permission): boolean {
  return readableFields(entity).every((field) => granted.fields.has(field) || isAlwaysRead(field))
}
