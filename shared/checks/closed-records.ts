// Notes notifications to people who may read only some of the records that these may be about.
import * as say from '../diagnostics/warnings-of-closed-records.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { isSameNode, keyOfNode } from '../expressions/facts.ts'
import type { Node } from '../expressions/node.ts'
import { type ValueAssignment, assignmentsWhere } from '../expressions/satisfiability.ts'
import { conjunctsOf, mapNode, someNode } from '../expressions/walk.ts'
import type { Entity, Grant, Model } from '../model/model.ts'
import { substituteThis } from '../model/substitute-this.ts'
import { askedOfReaders } from './asked-of-readers.ts'
import type { FieldOfRecord, MetCondition } from './field-access.ts'
import { conditionsOfGrant, grantsOfRole } from './granted-roles.ts'
import { type NamedValues, isOneOfSet } from './named-recipients.ts'
import type { Notification } from './notifications-in.ts'
import { canHold, knownValuesOf } from './reachable-conditions.ts'
import {
  type Recipients,
  asksOnlyFor,
  isSameCondition,
  placesOfRecipients,
  readsSurely,
  rolesOfFilter,
  rolesOfRecipient,
} from './recipients-in-fields.ts'

/** Reports the roles that may read the record at hand in some cases only, where a text shows something of it. */
export function checkClosedRecords(model: Model, notification: Notification): readonly Diagnostic[] {
  const { effect, about, inputs, names, written } = notification
  if (about === undefined) return []
  const { entity, start } = about
  const { who, subject = [], message, telling = [] } = effect
  const disclosed = new Set(telling.flatMap(({ tree, asked = tree }) => [tree, asked].map(keyOfNode)))
  const isShown = [...subject, ...message].some(
    (hole) =>
      typeof hole !== 'string' &&
      askedOfReaders(hole, disclosed, names).fields.some(({ record }) => record.kind === 'this'),
  )
  if (!isShown) return []
  const met = metAtHand(notification)
  const ofRoles = setsOfRole(written, names).flatMap(({ roles, body }) =>
    roles.filter((role) => {
      const isOpen = (grant: Grant): boolean => canHold(conditionsOfGrant(grant), start, model)
      const grants = grantsOfRole(model, entity.name.identifier, 'read', role)
      return grants.some(isOpen) && !isSurelyOpen(model, { entity, role, grants }, { start, met: [...met, ...body] })
    }),
  )
  const ofFields = placesOfRecipients(who.tree, inputs).flatMap((recipients) => {
    const { held, meant } = rolesOfRecipient(model, recipients, entity)
    const place = { recipients, start, met: [...met, ...met.map((each) => askedOfReader(each, recipients))] }
    // Of those for which nothing keeps the place only they are meant who read the record since they stand there.
    const isKept = meant.length > 0 || recipients.chosen?.roles !== undefined
    return (meant.length > 0 ? meant : held).filter(
      (role) =>
        (isKept || isOpenedByPlace(model, entity, role, recipients)) &&
        readsSurely(model, entity, role, { recipients, start }) &&
        !isSurelyOpen(
          model,
          { entity, role, grants: grantsOfRole(model, entity.name.identifier, 'read', role) },
          place,
        ),
    )
  })
  const labels = [...new Set([...ofRoles, ...ofFields])].map((role) => model.roles.get(role)?.name.label ?? role)
  if (labels.length === 0) return []
  const cause = [entity.name.identifier, ...labels.toSorted()].join(' · ')
  return [say.recordReadInPart(who.span, { roles: labels, entity: entity.name.label }, { cause })]
}

function isOpenedByPlace(model: Model, { name }: Entity, role: string, recipients: Recipients): boolean {
  return grantsOfRole(model, name.identifier, 'read', role).some((grant) => {
    const conditions = conditionsOfGrant(grant)
    const asksReader = conditions.some(({ tree }) => someNode(tree, ({ kind }) => kind === 'me'))
    return asksReader && conditions.every(({ tree }) => asksOnlyFor(tree, recipients))
  })
}

/** Lists what is met in the record at hand where it is sent. */
export function metAtHand({ about, met }: Pick<Notification, 'about' | 'met'>): readonly MetCondition[] {
  return [...(about?.made ?? []), ...met]
}

/** The condition with a reader in place of the person who gets the text. */
export function askedOfReader({ tree }: MetCondition, { path }: Recipients): MetCondition {
  return {
    tree: mapNode(tree, (node) =>
      isSameNode(node, path) ? { kind: 'me', type: { kind: 'record', entity: 'Person' }, span: node.span } : node,
    ),
  }
}

interface SetOfRole {
  readonly roles: readonly string[]
  /** Conditions that each of them meets, on a reader in their place. */
  readonly body: readonly MetCondition[]
}

/** Lists the recipients that are named by their role, with what else is asked of them. */
function setsOfRole(who: Node, names: NamedValues): readonly SetOfRole[] {
  if (who.kind === 'list') return who.items.flatMap((item) => setsOfRole(item, names))
  const named = who.kind === 'input' ? names.get(who.name) : undefined
  if (named?.kind === 'value') return setsOfRole(named.tree, named.before)
  const roles = rolesOfFilter(who)
  if (roles === undefined || who.kind !== 'each') return []
  const body = inPlaceOf(who.body, who.variable, 'me')
  return [{ roles, body: conjunctsOf(body).map((tree) => ({ tree })) }]
}

interface ReadRecord {
  readonly entity: Entity
  readonly role: string
  readonly grants: readonly Grant[]
}

interface ReadPlace {
  readonly start: ValueAssignment
  readonly met: readonly MetCondition[]
  readonly recipients?: Recipients | undefined
  /** Conditions that the record at hand meets, where another is read. */
  readonly besides?: readonly MetCondition[]
  /** The condition on that other record, seen from the one at hand. */
  readonly there?: (part: Node) => Node
}

/** Is one of the grants met in each case that is known of the record? Where the cases are too many to follow, it is. */
function isSurelyOpen(
  model: Model,
  { entity, role, grants }: ReadRecord,
  { start, met, recipients, besides = [], there = (part) => part }: ReadPlace,
): boolean {
  const roles = model.roles.get(role)?.includes ?? []
  const known = knownValuesOf(
    model,
    (of, field) =>
      isAlwaysFilled(model, of, field) || (of === entity.name.identifier && isRequired(model, entity, field, start)),
  )
  const own = met.flatMap(({ tree }) => conjunctsOf(tree))
  const others = [...besides.flatMap(({ tree }) => conjunctsOf(tree)), ...(recipients?.chosen?.met ?? [])]
  const isMet = (part: Node): boolean => {
    const here = there(part)
    if (own.some((each) => isSameCondition(each, part)) || others.some((each) => isSameCondition(each, here)))
      return true
    if (part.kind === 'binary' && part.operator === 'or') return [part.left, part.right].some(isMet)
    if (part.kind === 'binary' && part.operator === 'and') return [part.left, part.right].every(isMet)
    if (part.kind === 'is' && part.person.kind === 'me') return part.roles.some((each) => roles.includes(each))
    return recipients !== undefined && someNode(part, ({ kind }) => kind === 'me') && asksOnlyFor(here, recipients)
  }
  const conditions = grants.map((grant) => conditionsOfGrant(grant).flatMap(({ tree }) => conjunctsOf(tree)))
  // What is not shown stands as a literal.
  if (
    conditions.some((parts) =>
      parts.every((part) => part.kind === 'literal' || isMet(part) || isGuardOfOther(part, parts)),
    )
  )
    return true
  const rules = entity.rules.flatMap(({ must, warns, checked, transition }) =>
    must.kind === 'hold' && !warns && transition === undefined && checked === 'always' ? [must.condition.tree] : [],
  )
  let cases: readonly ValueAssignment[] | undefined = [start]
  for (const { tree } of met) cases &&= assignmentsWhere(tree, 'true', cases, known)
  for (const tree of rules) cases &&= assignmentsWhere(tree, 'not false', cases, known)
  for (const parts of conditions) {
    const missed: ValueAssignment[] = []
    for (const part of parts.filter((each) => !isMet(each) && !isGuardOfOther(each, parts))) {
      const found = cases && assignmentsWhere(part, 'not true', cases, known)
      if (found === undefined) return true
      missed.push(...found)
    }
    cases = missed
  }
  return cases?.length === 0
}

/** Decides whether the field is required by what is known of the record: by its state, or by another of its fields. */
function isRequired(model: Model, entity: Entity, name: string, start: ValueAssignment): boolean {
  const { required, requiredBy = [] } = entity.fields.get(name) ?? { required: false }
  const conditions = [...(typeof required === 'boolean' ? [] : [required]), ...requiredBy.map(({ when }) => when)]
  const known = knownValuesOf(model)
  return conditions.some(({ tree }) => assignmentsWhere(tree, 'not true', [start], known)?.length === 0)
}

/** `team != null` beside `team == me.team`: what is compared with something of the reader is there. */
function isGuardOfOther(part: Node, parts: readonly Node[]): boolean {
  if (part.kind !== 'binary' || part.operator !== '!=') return false
  const value = [part.left, part.right].find(({ kind }) => kind !== 'literal')
  if (value === undefined || someNode(value, ({ kind }) => kind === 'me')) return false
  return parts.some(
    (each) =>
      each !== part && someNode(each, ({ kind }) => kind === 'me') && someNode(each, (node) => isSameNode(node, value)),
  )
}

function isAlwaysFilled(model: Model, entity: string, name: string): boolean {
  const field = model.entities.get(entity)?.fields.get(name)
  return field?.required === true || field?.workflow === true || field?.standard === true
}

/**
 * Decides whether one of the set for each of which a text is sent may be closed to somebody who may read the record at
 * hand: what that asks is met, and what chose the set.
 */
export function isElementClosed(
  model: Model,
  role: string,
  { entity: name, field, record }: FieldOfRecord,
  { about, met, names, isAfterChanges }: Notification,
  recipients?: Recipients,
): boolean {
  const named = record.kind === 'input' ? names.get(record.name) : undefined
  const entity = model.entities.get(name)
  if (named === undefined || !isOneOfSet(named) || entity === undefined || isAfterChanges) return false
  const grants = grantsOfRole(model, name, 'read', role).filter(
    ({ fields }) => field === 'id' || field === '_version' || fields.includes(field),
  )
  const { set, chosen } = choiceOf(named.tree)
  const there = (part: Node): Node =>
    mapNode(substituteThis(part, record), (node) => {
      const isOwner = node.kind === 'field' && set.kind === 'reverse' && node.field === set.field
      return isOwner && isSameNode(node.record, record) ? set.record : node
    })
  const opening = about === undefined ? [] : grantsOfRole(model, about.entity.name.identifier, 'read', role)
  const ways = opening.length === 0 ? [[]] : opening.map(conditionsOfGrant)
  const place = { start: new Map(), met: chosen, recipients, there }
  return ways.some((way) => !isSurelyOpen(model, { entity, role, grants }, { ...place, besides: [...way, ...met] }))
}

/** The set out of which something chooses, and what it asks of each, as a condition on the record at hand. */
function choiceOf(tree: Node): { readonly set: Node; readonly chosen: readonly MetCondition[] } {
  if (tree.kind === 'each' && ['sort', 'sort_down'].includes(tree.operation)) return choiceOf(tree.set)
  if (tree.kind !== 'each' || tree.operation !== 'filter') return { set: tree, chosen: [] }
  const { set, chosen } = choiceOf(tree.set)
  // What it asks of the record at hand is not asked of the element.
  const parts = conjunctsOf(tree.body).filter((part) => !someNode(part, ({ kind }) => kind === 'this' || kind === 'me'))
  const body = parts.map((part) => ({ tree: inPlaceOf(part, tree.variable, 'this') }))
  return { set, chosen: [...chosen, ...body] }
}

/** The condition on a variable, asked of the reader or of the record at hand in its place. */
function inPlaceOf(condition: Node, variable: string, kind: 'me' | 'this'): Node {
  return mapNode(condition, (node) => {
    const { type, span } = node
    return node.kind === 'variable' && node.name === variable && type.kind === 'record' ? { kind, type, span } : node
  })
}
