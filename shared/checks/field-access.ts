// Says whether people of a role read a field of a record always, in some cases only, or never.
import type { Expression, Node } from '../expressions/node.ts'
import { isSameNode } from '../expressions/facts.ts'
import { readsOf } from '../expressions/reads.ts'
import { conjunctsOf, disjunctsOf, mapNode, someNode } from '../expressions/walk.ts'
import { substituteThis } from '../model/substitute-this.ts'
import type { FieldBinding, Grant, Model } from '../model/model.ts'
import { conditionsOfGrant, grantsOfRole } from './granted-roles.ts'
import type { Recipients } from './recipients-in-fields.ts'
import { asksOnlyFor, isSameCondition } from './recipients-in-fields.ts'
import { canHold, knownValuesOf } from './reachable-conditions.ts'
import { type ValueAssignment, assignmentsWhere } from '../expressions/satisfiability.ts'

/** A field of a single record, which `record` gives. */
export type FieldOfRecord = Pick<Extract<Node, { readonly kind: 'field' }>, 'entity' | 'field' | 'record'>

/** `sometimes`: in some of the records that they may read, or of those that lead to it, it is withheld. */
export type Access = 'always' | 'sometimes' | 'never'

export interface AccessPlace {
  /** Known values of the record at hand. */
  readonly start?: ValueAssignment | undefined
  /** The field in which the reader stands, or the input that names them. */
  readonly recipients?: Recipients | undefined
  /** The entity of the record at hand, where a rule or a text is about one. */
  readonly about?: string
  /** Conditions that are met where the reader comes to it, case by case; absent: those that open the record at hand to them. */
  readonly cases?: readonly (readonly MetCondition[])[]
  /** Conditions that are met besides, in each of them: of choices that were just made. */
  readonly made?: readonly MetCondition[]
  /** Is a set to which the record at hand belongs looked at by that record? Otherwise what asks about a set counts as met. */
  readonly followsOwnSets?: boolean
}

/** A condition that is met, as its expression. */
export type MetCondition = Pick<Expression, 'tree'>

/** Makes the test how a role reads a field, where an expression has it. Who reads themselves is not looked at. */
export function accessAt(
  model: Model,
  role: string,
  { start: known = ANYTHING, recipients, about, cases, made = [], followsOwnSets }: AccessPlace,
): (node: FieldOfRecord) => Access {
  const holding = (start: ValueAssignment) =>
    keepFound((entity) =>
      grantsOfRole(model, entity, 'read', role).filter((grant) => canHold(conditionsOfGrant(grant), start, model)),
    )
  const [atHand, elsewhere] = [holding(known), holding(ANYTHING)]
  const situationsOf = keepFound((entity) =>
    (cases ?? atHand(entity).map(conditionsOfGrant)).map((met) => situationOf(model, [...met, ...made], known)),
  )
  return ({ entity, field, record }) => {
    if (record.kind === 'me') return 'always'
    const isOwn = record.kind === 'this'
    const start = isOwn ? known : ANYTHING
    const open = (isOwn ? atHand : elsewhere)(entity).filter(
      ({ fields }) => field === 'id' || field === '_version' || fields.includes(field),
    )
    if (open.length === 0) return 'never'
    const hidden = hiddenIn(model, entity, field, role)
    if (hidden.some((each) => holdsSurely(model, each, start))) return 'never'
    if (hidden.some(({ where }) => canHold([where], start, model))) return 'sometimes'
    if (open.some((grant) => conditionsOfGrant(grant).length === 0)) return 'always'
    if (isOwn)
      return situationsOf(entity).every((met) => isCovered(model, met, open, { recipients })) ? 'always' : 'sometimes'
    // Does who may read the record from which a relation leads there also read the field there?
    // Of what a set goes through, or an input gives, nothing is known here.
    if (!beginsAtHand(record) || about === undefined) return 'always'
    return situationsOf(about).every((met) =>
      isCovered(model, met, open, { recipients, followsOwnSets, there: record }),
    )
      ? 'always'
      : 'sometimes'
  }
}

const ANYTHING: ValueAssignment = new Map()

function keepFound<Found extends object>(find: (entity: string) => Found): (entity: string) => Found {
  const kept = new Map<string, Found>()
  return (entity) => {
    const found = kept.get(entity) ?? find(entity)
    kept.set(entity, found)
    return found
  }
}

/** Conditions that are met, and the values that may be so then; undefined: there are too many to follow. */
interface Situation {
  readonly met: readonly Node[]
  readonly values: readonly ValueAssignment[] | undefined
}

function situationOf(model: Model, conditions: readonly MetCondition[], start: ValueAssignment): Situation {
  let values: readonly ValueAssignment[] | undefined = [start]
  for (const { tree } of conditions) values &&= assignmentsWhere(tree, 'true', values, knownValuesOf(model))
  return { met: partsOf(conditions), values }
}

/** Lists the cells of point 4 that may hide the field from the role. */
function hiddenIn(model: Model, entity: string, field: string, role: string): readonly FieldBinding[] {
  const roles = model.roles.get(role)?.includes ?? []
  return (model.entities.get(entity)?.bindings ?? []).filter(
    ({ field: of, says, who }) =>
      of === field &&
      says === 'hidden' &&
      (who === undefined || who.some((each) => each.kind !== 'role' || roles.includes(each.role))),
  )
}

/** Is the field hidden from the role in some of the records that meet the conditions? */
export function isHiddenInSome(
  model: Model,
  { entity, field }: { readonly entity: string; readonly field: string },
  role: string,
  conditions: readonly Expression[],
): boolean {
  return hiddenIn(model, entity, field, role).some(({ where }) => canHold([...conditions, where], new Map(), model))
}

/** Do the conditions leave records that the role may read without the field, though it may read it in others? */
export function isWithheldInSome(
  model: Model,
  { entity, field }: { readonly entity: string; readonly field: string },
  role: string,
  conditions: readonly Expression[],
): boolean {
  const grants = grantsOfRole(model, entity, 'read', role)
  const open = grants.filter(({ fields }) => field === 'id' || field === '_version' || fields.includes(field))
  if (open.length === 0) return false
  // A way of the condition that does not read the field finds its records without it.
  const [only, ...others] = conditions
  const ways = only === undefined || others.length > 0 ? conditions : disjunctsOf(only.tree).map((tree) => ({ tree }))
  const without = ways.filter(({ tree }) => !readsOf(tree).own.includes(field))
  const reading = ways.filter((way) => !without.includes(way))
  const isNarrowed = only !== undefined && others.length === 0 && reading.length > 0
  const cases: readonly (readonly MetCondition[])[] = isNarrowed ? reading.map((way) => [way]) : [conditions]
  return grants.some(
    (grant) =>
      !open.includes(grant) &&
      cases.some((met) => {
        const situation = situationOf(model, [...conditionsOfGrant(grant), ...met], ANYTHING)
        return !isCovered(model, situation, open, {}) && !(isNarrowed && isMetByOneOf(model, situation, without))
      }),
  )
}

function isMetByOneOf(model: Model, { met, values }: Situation, ways: readonly MetCondition[]): boolean {
  const known = knownValuesOf(model)
  return ways.some(({ tree }) =>
    conjunctsOf(tree).every(
      (part) =>
        met.some((each) => isSameCondition(each, part)) ||
        (values !== undefined && assignmentsWhere(part, 'not true', values, known)?.length === 0),
    ),
  )
}

/** Decides whether the conditions, or alternatives in them, ask what a grant of the field asks: it is open where they are met by that. */
export function isOpenedBy(
  model: Model,
  { entity, field }: { readonly entity: string; readonly field: string },
  role: string,
  conditions: readonly Expression[],
): boolean {
  const isAsked = (part: Node): boolean =>
    conditions.some(({ tree, asked = tree }) => someNode(asked, (node) => isSameNode(node, part)))
  return grantsOfRole(model, entity, 'read', role).some(
    (grant) => grant.fields.includes(field) && partsOf(conditionsOfGrant(grant)).every(isAsked),
  )
}

function holdsSurely(model: Model, { where, who }: FieldBinding, start: ValueAssignment): boolean {
  if (who?.some(({ kind }) => kind === 'condition') === true) return false
  return assignmentsWhere(where.tree, 'not true', [start], knownValuesOf(model))?.length === 0
}

/** Decides whether the field is open in this situation. `there`: the record that has it, seen from the one at hand. */
function isCovered(
  model: Model,
  { met, values }: Situation,
  open: readonly Grant[],
  {
    recipients,
    followsOwnSets,
    there,
  }: Pick<AccessPlace, 'recipients'> & { readonly followsOwnSets?: boolean | undefined; readonly there?: Node },
): boolean {
  const known = knownValuesOf(model)
  const isMet = (part: Node): boolean =>
    met.some((each) => isSameCondition(each, part)) ||
    (part.kind === 'binary' && part.operator === 'or' && [part.left, part.right].some((way) => isMet(way))) ||
    (part.kind === 'binary' && part.operator === 'and' && [part.left, part.right].every((both) => isMet(both))) ||
    (recipients !== undefined && asksOnlyFor(part, recipients)) ||
    (there !== undefined && (isMetByOne(part) ?? mayBeOfReader(part))) ||
    (values !== undefined && assignmentsWhere(part, 'not true', values, known)?.length === 0)
  // Of a set to which the record at hand belongs it is the one of which something is known.
  const isMetByOne = (part: Node): boolean | undefined => {
    const body = followsOwnSets === true ? bodyOfOwnSet(part) : undefined
    return body && conjunctsOf(body).every((each) => isMet(each))
  }
  return open.some((grant) =>
    partsOf(conditionsOfGrant(grant)).every((part) => isMet(there ? substituteThis(part, there) : part)),
  )
}

/** `job.offers.exists(o, o.open)`, of an offer: what it asks of the offer at hand. */
function bodyOfOwnSet(condition: Node): Node | undefined {
  if (condition.kind !== 'each' || condition.operation !== 'exists' || condition.set.kind !== 'reverse')
    return undefined
  const { set, variable, body } = condition
  const { record } = set
  if (record.kind !== 'field' || record.record.kind !== 'this') return undefined
  if (record.field !== set.field || record.entity !== set.entity) return undefined
  const own = record.record
  return mapNode(body, (node) => (node.kind === 'variable' && node.name === variable ? own : node))
}

/** Decides whether it asks about a set of other records: that is not followed. */
function mayBeOfReader(condition: Node): boolean {
  return someNode(condition, (node) => node.kind === 'each' || node.kind === 'reverse')
}

/** Decides whether it is a path of relations from the record at hand. */
function beginsAtHand(node: Node): boolean {
  return node.kind === 'field' ? beginsAtHand(node.record) : node.kind === 'this'
}

function partsOf(conditions: readonly MetCondition[]): readonly Node[] {
  return conditions.flatMap(({ tree }) => conjunctsOf(tree))
}
