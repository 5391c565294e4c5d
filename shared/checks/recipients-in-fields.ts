// Notes a notification to somebody in a field or an input, who may have no right to read its record.
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { isSameNode } from '../expressions/facts.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { isSame } from '../expressions/type-rules.ts'
import { conjunctsOf, disjunctsOf, someNode } from '../expressions/walk.ts'
import type { Effect, Entity, Grant, Model } from '../model/model.ts'
import { conditionsOfGrant, givenRoles, grantsOfRole, isVerbGranted } from './granted-roles.ts'
import { canHold } from './reachable-conditions.ts'
import { askedOfAll, type ChosenByInput, type ChosenPeople } from './recipients-by-input.ts'
import type { ValueAssignment } from '../expressions/satisfiability.ts'

/** The place of recipients: a field, the other end of one that persons have (`shop.people`), or an input. */
export type RecipientPath = Extract<Node, { readonly kind: 'field' | 'reverse' | 'input' }>

/** A place that is a field, seen from either end. */
type FieldPath = Exclude<RecipientPath, { readonly kind: 'input' }>

/** A place of recipients, and what is known of them where an input names them. */
export interface Recipients {
  readonly path: RecipientPath
  readonly chosen?: ChosenPeople
}

/** Reports each field or input among the recipients that may hold somebody of a role that reads the record only by chance. */
export function checkRecipientsInFields(
  model: Model,
  who: Expression,
  entity: Entity,
  { start, inputs }: { readonly start: ValueAssignment; readonly inputs: ChosenByInput },
): readonly Diagnostic[] {
  return placesOfRecipients(who.tree, inputs).flatMap((recipients) => {
    const { path, chosen } = recipients
    const isUnsure = (role: string): boolean => !readsSurely(model, entity, role, { recipients, start })
    const { held, meant } = rolesOfRecipient(model, recipients, entity)
    if (meant.some((role) => !isUnsure(role))) return []
    const unsure = (meant.length > 0 ? meant : held).filter(isUnsure)
    if (unsure.length === 0) return []
    const roles = unsure.map((role) => model.roles.get(role)?.name.label ?? role)
    const about = {
      roles,
      entity: entity.name.label,
      path: pathText(path),
      condition: conditionOn(chosen?.kept ?? path),
      chosenBy: chosen ? ('input' as const) : path.kind === 'field' ? ('field' as const) : undefined,
    }
    // Where anybody may stand in the field, one remedy mends all notices to them.
    const where = chosen || meant.length > 0 ? [entity.name.identifier, ...unsure] : []
    const { kept = path } = chosen ?? {}
    const place = kept.kind === 'input' ? [pathText(kept)] : [kept.entity, kept.field]
    return [say.recipientMayNotRead(who.span, about, { cause: [...place, ...where].join(' · ') })]
  })
}

/** The condition of a grant to those in the field; undefined where the path starts at a record of a set. */
function conditionOn(path: RecipientPath): string | undefined {
  if (someNode(path, ({ kind }) => kind === 'variable' || kind === 'input')) return undefined
  return path.type.kind === 'record' ? `${pathText(path)} == me` : `me in ${pathText(path)}`
}

/** Lists the places from which the recipients are taken: inputs, and fields of a record, or of each record of a set. */
export function placesOfRecipients(who: Node, inputs: ChosenByInput): readonly Recipients[] {
  const within = (nodes: readonly Node[]): readonly Recipients[] =>
    nodes.flatMap((node) => placesOfRecipients(node, inputs))
  switch (who.kind) {
    case 'list':
      return within(who.items)
    case 'conditional':
      return within([who.then, who.otherwise])
    case 'call':
      return who.name === 'coalesce' ? within(who.arguments) : []
    case 'input':
      return [{ path: who, chosen: inputs.get(who.name) ?? { met: [] } }]
    case 'field':
    case 'reverse':
      return pathText(who) === '' ? [] : [{ path: who }]
    case 'each':
      return rolesOfFilter(who) === undefined ? within([who.operation === 'map' ? who.body : who.set]) : []
    default:
      return []
  }
}

/** The roles that a set asks of its persons: `shop.people.filter(p, p.is("Dealer") and p.active)`. */
export function rolesOfFilter(who: Node): readonly string[] | undefined {
  if (who.kind !== 'each') return undefined
  const asked = conjunctsOf(who.body).find((part) => part.kind === 'is')
  return asked?.kind === 'is' ? asked.roles : undefined
}

/** Lists the roles that people in a field may hold, and among them those for which the document keeps it. */
export function rolesOfRecipient(
  model: Model,
  { path: named, chosen }: Recipients,
  about?: Entity,
): { readonly held: readonly string[]; readonly meant: readonly string[] } {
  const path = chosen?.kept ?? named
  const asked = chosen?.roles
  if (path.kind === 'input') return { held: asked ?? givenRoles(model), meant: [] }
  // All who stand at the other end get it, not only those who are meant.
  if (path.kind === 'reverse') return { held: rolesWith(model, path), meant: [] }
  const held = rolesIn(model, path).filter((role) => asked?.includes(role) !== false)
  // Of a record of a set those are meant, too, who read it since they stand there.
  const owner = path.record.kind === 'variable' ? model.entities.get(path.entity) : undefined
  const meant = [about, ...(owner === about ? [] : [owner])].flatMap((entity) => rolesMeant(model, entity, path))
  return { held, meant: [...new Set(meant)].filter((role) => held.includes(role)) }
}

/** Lists the roles whose grants ask what a reader has in that field (`dealer == me.shop`); where there are none, all that are given. */
function rolesWith(model: Model, path: FieldPath): readonly string[] {
  const isOwn = (node: Node): boolean => node.kind === 'field' && node.record.kind === 'me' && isSameField(node, path)
  const roles = givenRoles(model)
  const having = roles.filter((role) =>
    [...model.entities.keys()].some((entity) =>
      grantsOfRole(model, entity, 'read', role).some(
        (grant) => grant.who.kind === 'role' && conditionsOfGrant(grant).some(({ tree }) => someNode(tree, isOwn)),
      ),
    ),
  )
  return having.length > 0 ? having : roles
}

/** `bench.lead`, `b.driver`; empty where the path starts at what is worked out. */
function pathText(node: Node): string {
  if (node.kind === 'variable') return node.name
  if (node.kind === 'input') return `input.${node.name}`
  if (node.kind !== 'field' && node.kind !== 'reverse') return ''
  const name = node.kind === 'field' ? node.field : node.name
  if (node.record.kind === 'this') return name
  const before = pathText(node.record)
  return before === '' ? '' : `${before}.${name}`
}

/**
 * The roles for which the document keeps the field: of those who come to stand there by `me`, as a default or by what they
 * do, and of those who read the record since they stand there.
 */
function rolesMeant(model: Model, about: Entity | undefined, path: FieldPath): readonly string[] {
  const owner = model.entities.get(path.entity)
  const given = owner?.fields.get(path.field)?.default
  const isDefault = path.field === 'created_by' || (given?.kind === 'expression' && given.expression.tree.kind === 'me')
  const takers = [...(owner?.transitions.values() ?? [])].flatMap(({ rows }) =>
    rows.flatMap(({ who, then }) => (then.some((effect) => setsToMe(effect, path.field)) ? who : [])),
  )
  const roles = givenRoles(model)
  const opensTo = (role: string, kind: 'role' | 'condition'): boolean =>
    grantsOfRole(model, about?.name.identifier ?? '', 'read', role).some(
      (grant) =>
        (grant.who.kind === 'condition') === (kind === 'condition') &&
        conditionsOfGrant(grant).some(({ tree }) => someNode(tree, (node) => isPathOfReader(node, path))),
    )
  const named = roles.filter((role) => {
    const isIncluded = (who: Grant['who']): boolean =>
      who.kind === 'role' && model.roles.get(role)?.includes.includes(who.role) === true
    const mayCreateIt = isDefault && isVerbGranted(model, path.entity, 'create', role)
    return mayCreateIt || takers.some(isIncluded) || opensTo(role, 'role')
  })
  // A role by relation may be held by anybody: it doesn't say who comes to stand in the field.
  return named.length > 0 ? named : roles.filter((role) => opensTo(role, 'condition'))
}

function setsToMe(effect: Effect, field: string): boolean {
  return effect.kind === 'set' && effect.field === field && effect.value.tree.kind === 'me'
}

/** The roles that people in the field may have: those that its choice or a rule asks for, else all that are given. */
function rolesIn(model: Model, { entity: owner, field: name }: FieldPath): readonly string[] {
  const entity = model.entities.get(owner)
  const chosen = entity?.fields.get(name)?.chooseFrom
  const asked = [
    ...(chosen === undefined ? [] : conjunctsOf(choiceOfEach(chosen.tree)).map(rolesAskedOf)),
    ...(entity?.rules ?? []).map(({ must }) =>
      must.kind === 'hold' ? rolesAskedBy(must.condition.tree, name) : undefined,
    ),
  ].filter((roles) => roles !== undefined)
  const [first] = asked
  if (first !== undefined) return first.filter((role) => asked.every((roles) => roles.includes(role)))
  return givenRoles(model)
}

/** The choice of a field for several asks it of all of them. */
function choiceOfEach(choice: Node): Node {
  return choice.kind === 'each' && choice.operation === 'all' ? askedOfAll(choice) : choice
}

function rolesAskedOf(node: Node): readonly string[] | undefined {
  return node.kind === 'is' ? node.roles : undefined
}

/** `lead == null or lead.is("Agent")`, or `members.all(m, m.is("Agent"))`, and what stands beside it. */
function rolesAskedBy(rule: Node, field: string): readonly string[] | undefined {
  const isField = (node: Node): boolean => node.kind === 'field' && node.field === field && node.record.kind === 'this'
  for (const part of conjunctsOf(rule)) {
    if (part.kind === 'each' && part.operation === 'all' && isField(part.set)) {
      const { variable } = part
      const each = conjunctsOf(askedOfAll(part)).find((one) => one.kind === 'is' && isVariable(one.person, variable))
      if (each?.kind === 'is') return each.roles
    }
    const ways = disjunctsOf(part).filter(
      (way) => !(way.kind === 'binary' && way.operator === '==' && [way.left, way.right].some(isField)),
    )
    const [way] = ways
    if (ways.length === 1 && way?.kind === 'is' && isField(way.person)) return way.roles
  }
  return undefined
}

function isVariable(node: Node, name: string): boolean {
  return node.kind === 'variable' && node.name === name
}

interface RecipientPlace {
  readonly recipients: Recipients
  readonly start: ValueAssignment
}

/** Is there a grant of the role that asks nothing of its reader but to be one of the recipients, and may hold by then? */
export function readsSurely(
  model: Model,
  { name }: Entity,
  role: string,
  { recipients, start, field }: RecipientPlace & { readonly field?: string },
): boolean {
  return grantsOfRole(model, name.identifier, 'read', role).some((grant) => {
    const conditions = conditionsOfGrant(grant)
    if (field !== undefined && !grant.fields.includes(field)) return false
    return conditions.every(({ tree }) => asksOnlyFor(tree, recipients)) && canHold(conditions, start, model)
  })
}

export function asksOnlyFor(condition: Node, recipients: Recipients): boolean {
  const { path, chosen } = recipients
  if (condition.kind === 'binary' && condition.operator === 'and')
    return [condition.left, condition.right].every((part) => asksOnlyFor(part, recipients))
  if (condition.kind === 'binary' && condition.operator === 'or')
    return [condition.left, condition.right].some((part) => asksOnlyFor(part, recipients))
  if (chosen?.met.some((each) => isSameCondition(each, condition)) === true) return true
  if (isPathOfReader(condition, chosen?.kept ?? path)) return true
  return !someNode(condition, ({ kind }) => kind === 'me')
}

/** Decides whether two conditions ask the same, their sides in either order, of records or of their ids. */
export function isSameCondition(one: Node, other: Node): boolean {
  if (isSameNode(one, other)) return true
  if (one.kind !== 'binary' || other.kind !== 'binary') return false
  if (one.operator !== other.operator || !['==', '!='].includes(one.operator)) return false
  const [left, right] = [recordOf(one.left), recordOf(one.right)]
  const others = [recordOf(other.left), recordOf(other.right)] as const
  return [others, others.toReversed()].some(
    ([first, second]) => first && second && isSameNode(left, first) && isSameNode(right, second),
  )
}

/** `room.id` stands for the room. */
function recordOf(side: Node): Node {
  return side.kind === 'field' && side.field === 'id' ? side.record : side
}

/** `bench.lead == me`, `me in bench.helpers`, or `bench in me.benches`; of each of a set, `bookings.exists(b, b.driver == me)`. */
function isPathOfReader(condition: Node, path: RecipientPath): boolean {
  if (condition.kind === 'each')
    return isOneOfSet(condition, path) || (isOfElement(path) && isPathOfReader(condition.body, path))
  if (condition.kind !== 'binary' || !['==', 'in'].includes(condition.operator)) return false
  if (isAmongThoseOfReader(condition, path)) return true
  if (isWhereReaderBelongs([condition.left, condition.right], path)) return true
  const sides = [condition.left, condition.right].map(recordOf)
  const isPath = (side: Node): boolean =>
    isOfElement(path) ? side.kind === path.kind && isSameField(side, path) : isSameNode(side, path)
  return sides.some(({ kind }) => kind === 'me') && sides.some(isPath)
}

/** `shop == me.shop`, of those who stand in `shop.people`. */
function isWhereReaderBelongs(sides: readonly Node[], path: RecipientPath): boolean {
  if (path.kind !== 'reverse') return false
  const isOwn = (side: Node): boolean => side.kind === 'field' && side.record.kind === 'me' && isSameField(side, path)
  const isPlace = (side: Node): boolean =>
    isOfElement(path) ? isSame(side.type, path.record.type) : isSameNode(side, path.record)
  return sides.some(isOwn) && sides.some((side) => !isOwn(side) && isPlace(side))
}

/** `bench in me.benches`, where these are the benches that one leads. */
function isAmongThoseOfReader({ left, right }: Node & { readonly kind: 'binary' }, path: RecipientPath): boolean {
  if (right.kind !== 'reverse' || right.record.kind !== 'me' || path.kind === 'input') return false
  return right.entity === path.entity && right.field === path.field && isSameNode(left, path.record)
}

/** `bench.helpers.exists(h, h == me)`. */
function isOneOfSet({ operation, set, body }: Node & { readonly kind: 'each' }, path: RecipientPath): boolean {
  if (operation !== 'exists' || body.kind !== 'binary') return false
  const isIn = isOfElement(path) ? set.kind === path.kind && isSameField(set, path) : isSameNode(set, path)
  if (!isIn) return false
  const sides = [body.left, body.right].map(({ kind }) => kind)
  return body.operator === '==' && sides.includes('me') && sides.includes('variable')
}

function isSameField(one: Node, other: RecipientPath): boolean {
  if ((one.kind !== 'field' && one.kind !== 'reverse') || other.kind === 'input') return false
  return one.entity === other.entity && one.field === other.field
}

function isOfElement(path: RecipientPath): boolean {
  return someNode(path, ({ kind }) => kind === 'variable')
}
