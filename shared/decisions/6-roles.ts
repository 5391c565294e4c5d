// Decides whether a write policy permits an actor to write the fields of a record.
// Nothing is allowed without a grant.
import type { Node } from '../expressions/node.ts'
import type { Citation, Entity, FieldBinding, Grant, Model, Verb, Grantee } from '../model/model.ts'
import { labelFor } from '../text/label.ts'
import { nothingGrantedCitation } from '../policy/account-citations.ts'
import { quoteRemedy, makeRefusal } from './8-errors.ts'
import { anyOf, foldRoles, exceptWhere } from '../policy/fold-conditions.ts'
import type { Actor, Decision, FieldError, Refusal } from './decision.ts'
import type { Evaluator } from './evaluator.ts'

/** What one reader may see of an entity: the policy, as it goes into every query. */
export interface ReadPolicy {
  readonly entity: string
  /** Which rows: the document's own condition, which sees all data; false: none. */
  readonly rows: Node | boolean
  /** A field is shown where `when` is true for the row. `id` and `version` come always and are listed. */
  readonly fields: readonly { readonly field: string; readonly when: Node | true }[]
}

/** Worked out once per entity and roles; the caller keeps it as long as the model (`rolesKey`). */
export function makeReadPolicy(model: Model, entity: string, actor: Actor): ReadPolicy {
  const found = model.entities.get(entity)
  if (!found) return { entity, rows: false, fields: [] }
  const { grants, except } = matchingGrants(model, found, actor, 'read')
  const takenRows = except.filter((each) => isWhole(found, each)).map((each) => each.when)
  const rows = exceptWhere(anyOf(grants.map((each) => each.when)), takenRows)
  const fields: { field: string; when: Node | true }[] = []
  for (const name of readableFields(found)) {
    const granting = grants.filter((each) => each.fields.has(name) || isAlwaysRead(name))
    const taken = [
      ...except.filter((each) => !isWhole(found, each) && each.fields.has(name)).map((each) => each.when),
      ...boundFields(model, found, actor, ['hidden']).flatMap((each) => (each.fields.has(name) ? [each.when] : [])),
    ]
    // Listed in every grant that can open a row, the field is open wherever the row is.
    const open = granting.length === grants.length ? granting.length > 0 : anyOf(granting.map((each) => each.when))
    const when = isAlwaysRead(name) ? open : exceptWhere(open, taken)
    if (when !== false) fields.push({ field: name, when })
  }
  return { entity, rows, fields: rows === false ? [] : fields }
}

/** One way in which a verb may be granted, as far as it depends on the row. */
interface Permission {
  readonly when: Node | true
  readonly fields: ReadonlySet<string>
  /** Absent for administrators and the system, whom no line of the document lets in. */
  readonly grant?: Grant
  /** The cell of point 4 that closes the field in a state. */
  readonly bound?: Citation
}

export interface WritePolicy {
  readonly entity: string
  readonly verb: Verb
  readonly grants: readonly Permission[]
  readonly except: readonly Permission[]
  /** Fields that may be written in some row. */
  readonly fields: ReadonlySet<string>
  /** Cited where no grant comes near. */
  readonly nothingGranted: Citation
  /** What has to be judged: for `create` on the record as it will be, for `update` on both, else on the record as it is. */
  readonly nodes: readonly Node[]
}

/** Worked out once per entity, roles and verb; the caller keeps it as long as the model. */
export function makeWritePolicy(model: Model, entity: string, actor: Actor, verb: Verb): WritePolicy {
  const found = model.entities.get(entity)
  const { grants, except: taking } = found ? matchingGrants(model, found, actor, verb) : { grants: [], except: [] }
  const except = found ? [...taking, ...boundFields(model, found, actor, BOUND[verb] ?? [])] : taking
  return {
    entity,
    verb,
    grants,
    except,
    fields: new Set(grants.flatMap((each) => [...each.fields])),
    nothingGranted: nothingGrantedCitation(model, actor),
    nodes: [...grants, ...except].flatMap((each) => (each.when === true ? [] : [each.when])),
  }
}

/**
 * May these fields be written? Each one needs a grant that matches the record, in all judges given
 * (`[before]` for delete and the first look at an update, `[before, after]` for an update, `[after]` for create).
 * Nothing granted in this row: 403 with the nearest grant that failed. Some fields not granted: 422 that names them.
 */
export function decideWrite(
  model: Model,
  policy: WritePolicy,
  fields: readonly string[],
  evaluators: readonly Evaluator[],
): Decision {
  const taking = policy.except.map((each) => ({ each, met: meets(each, evaluators, 'some') }))
  const granting = policy.grants.map((each) => ({ each, met: meets(each, evaluators, 'every') }))
  const entity = model.entities.get(policy.entity)
  const takesAll = taking.filter(({ each }) => !entity || isWhole(entity, each))
  const mayBeGranted = granting.some(({ met }) => met !== false)
  // What takes away is cited only where something was given: else it would tell of the row what its condition reads.
  if (!mayBeGranted) return { allowed: false, refusal: refuseUngranted(model, policy, nearestGrant(policy, fields)) }
  const taker = takesAll.find(({ met }) => met === true)
  if (taker) return { allowed: false, refusal: refuseUngranted(model, policy, taker.each.grant) }
  if (!granting.some(({ met }) => met === true)) return NOT_KNOWABLE
  if (takesAll.some(({ met }) => met === undefined)) return NOT_KNOWABLE
  const errors: FieldError[] = []
  let knowable = true
  for (const field of fields) {
    const taken = taking.filter(({ each }) => each.fields.has(field))
    const ways = granting.filter(({ each }) => each.fields.has(field))
    const isTaken = taken.some(({ met }) => met === true)
    if (!isTaken && ways.some(({ met }) => met === true) && !taken.some(({ met }) => met === undefined)) continue
    if (!isTaken && [...ways, ...taken].some(({ met }) => met === undefined)) knowable = false
    else {
      const takers = ways.some(({ met }) => met === true) ? taken.filter(({ met }) => met === true) : []
      const bound = takers.find(({ each }) => each.bound)?.each.bound
      errors.push(
        bound
          ? fieldBound(model, policy, field, bound)
          : fieldNotGranted(model, policy, field, (takers[0] ?? ways[0])?.each.grant),
      )
    }
  }
  if (errors.length > 0)
    return { allowed: false, refusal: makeRefusal(model, 'invalid', { errors, ...citing(errors[0]?.cites) }) }
  return knowable ? { allowed: true } : NOT_KNOWABLE
}

const NOT_KNOWABLE: Decision = { allowed: 'not knowable' }

/** 403 for a verb that nothing grants here; `grant` is the one that came nearest. */
export function refuseUngranted(model: Model, policy: WritePolicy, grant: Grant | undefined): Refusal {
  const condition = grant?.where?.text
  return makeRefusal(model, grant?.otherwise ?? 'not_allowed', {
    entity: policy.entity,
    cites: grant?.cite ?? policy.nothingGranted,
    ...(condition === undefined || grant?.except ? {} : quoteRemedy(model, `It is allowed where ${condition}.`)),
  })
}

function fieldBound(model: Model, policy: WritePolicy, field: string, cites: Citation): FieldError {
  const label = model.entities.get(policy.entity)?.fields.get(field)?.name.label ?? field
  return { field, code: 'not_allowed', message: `${labelFor(label)} can't be written in this state.`, cites }
}

function fieldNotGranted(model: Model, policy: WritePolicy, field: string, grant: Grant | undefined): FieldError {
  const label = model.entities.get(policy.entity)?.fields.get(field)?.name.label ?? field
  const cites = grant?.cite ?? nearestGrant(policy, [field])?.cite ?? policy.nothingGranted
  return { field, code: 'not_allowed', message: `${labelFor(label)} may not be written by you here.`, cites }
}

/** Of the grants that do not match the row, the one that would cover most of the fields. */
function nearestGrant(policy: WritePolicy, fields: readonly string[]): Grant | undefined {
  const covered = (each: Permission): number => fields.filter((field) => each.fields.has(field)).length
  return [...policy.grants].sort((a, b) => covered(b) - covered(a))[0]?.grant
}

function meets(granted: Permission, evaluators: readonly Evaluator[], how: 'every' | 'some'): boolean | undefined {
  const { when } = granted
  if (when === true) return true
  const answers = evaluators.map((evaluate) => evaluate(when))
  if (how === 'some') return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false
  return answers.every((answer) => answer === true)
    ? true
    : answers.some((answer) => answer === false || answer === null)
      ? false
      : undefined
}

/** What a state takes away. A new record may be given what is read only from then on. */
const BOUND: { readonly [verb in Verb]?: readonly FieldBinding['says'][] } = {
  create: ['hidden'],
  update: ['hidden', 'read only'],
}

/** Fields that the tables of point 4 hide or close in some states, for this actor. */
function boundFields(
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
    return [{ when: both(who, when), fields: new Set([binding.field]), bound }]
  })
}

function isOpen(condition: Node | boolean): condition is Node | true {
  return condition !== false
}

/** Administrators and the system, where the document does not say otherwise. */
function hasAllData(model: Model, actor: Actor): boolean {
  return actor.system || (actor.administrator && model.accountPolicy.administratorsReadData)
}

function both(first: Node | true, second: Node | true): Node | true {
  if (first === true || second === true) return first === true ? second : first
  return { kind: 'binary', operator: 'and', left: first, right: second, type: { kind: 'boolean' }, span: second.span }
}

function matchingGrants(
  model: Model,
  entity: Entity,
  actor: Actor,
  verb: Verb,
): { readonly grants: readonly Permission[]; readonly except: readonly Permission[] } {
  const fields = new Set(readableFields(entity))
  if (hasAllData(model, actor)) return { grants: [{ when: true, fields }], except: [] }
  const matching = entity.grants.flatMap((grant) => {
    if (!grant.may.includes(verb)) return []
    const conditions = [granteeCondition(grant.who, actor), grant.where ? foldRoles(grant.where.tree, actor) : true]
    if (conditions.includes(false)) return []
    const [first = true, second = true] = conditions.filter((condition) => typeof condition !== 'boolean')
    const when = both(first, second)
    return [{ when, fields: new Set(grant.fields.filter((field) => fields.has(field))), grant }]
  })
  return { grants: matching.filter((each) => !each.grant.except), except: matching.filter((each) => each.grant.except) }
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
      // Who is nobody fulfils no condition on him: `lead == me` would hold where both are empty.
      return actor.person !== null && foldRoles(who.condition.tree, actor)
  }
}

/** All fields but the hidden ones, which never leave the server. */
function readableFields(entity: Entity): readonly string[] {
  return [...entity.fields.values()].filter((field) => !field.limits.hidden).map((field) => field.name.identifier)
}

function isAlwaysRead(field: string): boolean {
  return field === 'id' || field === 'version'
}

/** Does it speak of all fields, and so of the row itself? */
function isWhole(entity: Entity, granted: Permission): boolean {
  return readableFields(entity).every((field) => granted.fields.has(field) || isAlwaysRead(field))
}

function citing(cites: Citation | undefined): { readonly cites?: Citation } {
  return cites ? { cites } : {}
}
