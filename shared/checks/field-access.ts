// Says whether people of a role read a field of a record always, in some cases only, or never.
import type { Expression, Node } from '../expressions/node.ts'
import { keyOfNode } from '../expressions/facts.ts'
import { conjunctsOf, someNode } from '../expressions/walk.ts'
import { substituteThis } from '../model/substitute-this.ts'
import type { FieldBinding, Grant, Model } from '../model/model.ts'
import { conditionsOfGrant, grantsOfRole } from './granted-roles.ts'
import type { RecipientPath } from './recipients-in-fields.ts'
import { asksOnlyFor } from './recipients-in-fields.ts'
import { canHold, knownValuesOf } from './reachable-conditions.ts'
import { type ValueAssignment, assignmentsWhere } from '../expressions/satisfiability.ts'

type FieldNode = Extract<Node, { readonly kind: 'field' }>

/** `sometimes`: in some of the records that they may read, or of those that lead to it, it is withheld. */
export type Access = 'always' | 'sometimes' | 'never'

export interface AccessPlace {
  /** Known values of the record at hand. */
  readonly start?: ValueAssignment | undefined
  /** The field in which the reader stands. */
  readonly path?: RecipientPath | undefined
  /** The entity of the record at hand, where a rule or a text is about one. */
  readonly about?: string
  /** Conditions that are met where the reader comes to it, case by case; absent: those that open the record at hand to them. */
  readonly cases?: readonly (readonly MetCondition[])[]
}

/** A condition that is met, as its expression. */
export type MetCondition = Pick<Expression, 'tree'>

/** Works out how a role reads the field, where an expression has it. Who reads themselves is not looked at. */
export function accessOf(model: Model, node: FieldNode, role: string, place: AccessPlace = {}): Access {
  const { entity, field, record } = node
  if (record.kind === 'me') return 'always'
  const isOwn = record.kind === 'this'
  const start = (isOwn ? place.start : undefined) ?? new Map()
  const grants = grantsOfRole(model, entity, 'read', role).filter((grant) =>
    canHold(conditionsOfGrant(grant), start, model),
  )
  const open = grants.filter(({ fields }) => field === 'id' || field === '_version' || fields.includes(field))
  if (open.length === 0) return 'never'
  const hidden = hiddenIn(model, entity, field, role)
  if (hidden.some((each) => holdsSurely(model, each, start))) return 'never'
  if (hidden.some(({ where }) => canHold([where], start, model))) return 'sometimes'
  if (open.some((grant) => conditionsOfGrant(grant).length === 0)) return 'always'
  const isSure = isOwn
    ? (place.cases ?? grants.map(conditionsOfGrant)).every((met) =>
        isCovered(model, met, open, { path: place.path, start }),
      )
    : isReadFrom(model, node, open, role, place)
  return isSure ? 'always' : 'sometimes'
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

/** Decides whether the conditions, or alternatives in them, ask what a grant of the field asks: it is open where they are met by that. */
export function isOpenedBy(
  model: Model,
  { entity, field }: { readonly entity: string; readonly field: string },
  role: string,
  conditions: readonly Expression[],
): boolean {
  const asked = new Set<string>()
  for (const { tree, asked: whole = tree } of conditions)
    someNode(whole, (node) => {
      asked.add(keyOfNode(node))
      return false
    })
  return grantsOfRole(model, entity, 'read', role).some(
    (grant) =>
      grant.fields.includes(field) && partsOf(conditionsOfGrant(grant)).every((part) => asked.has(keyOfNode(part))),
  )
}

function holdsSurely(model: Model, { where, who }: FieldBinding, start: ValueAssignment): boolean {
  if (who?.some(({ kind }) => kind === 'condition') === true) return false
  return assignmentsWhere(where.tree, 'not true', [start], knownValuesOf(model))?.length === 0
}

/** Decides whether the field is open where these conditions are met. `there`: the record that has it, seen from the one at hand. */
function isCovered(
  model: Model,
  conditions: readonly MetCondition[],
  open: readonly Grant[],
  { path, there, start = new Map() }: Pick<AccessPlace, 'path' | 'start'> & { readonly there?: Node },
): boolean {
  const known = knownValuesOf(model)
  const met = new Set(partsOf(conditions).map(keyOfNode))
  let situations: readonly ValueAssignment[] | undefined = [start]
  for (const { tree } of conditions) situations &&= assignmentsWhere(tree, 'true', situations, known)
  const isMet = (part: Node): boolean =>
    met.has(keyOfNode(part)) ||
    (part.kind === 'binary' && part.operator === 'or' && [part.left, part.right].some((way) => isMet(way))) ||
    (part.kind === 'binary' && part.operator === 'and' && [part.left, part.right].every((both) => isMet(both))) ||
    (path !== undefined && asksOnlyFor(part, path)) ||
    (there !== undefined && mayBeOfReader(part)) ||
    (situations !== undefined && assignmentsWhere(part, 'not true', situations, known)?.length === 0)
  return open.some((grant) =>
    partsOf(conditionsOfGrant(grant)).every((part) => isMet(there ? substituteThis(part, there) : part)),
  )
}

/** Does who may read the record from which a relation leads there also read the field there? */
function isReadFrom(
  model: Model,
  { record }: FieldNode,
  open: readonly Grant[],
  role: string,
  { start = new Map(), path, about, cases }: AccessPlace,
): boolean {
  const first = rootOf(record)
  // Of what a set goes through, or an input gives, nothing is known here.
  if (first === undefined || about === undefined) return true
  const before = grantsOfRole(model, about, 'read', role).filter((grant) =>
    canHold(conditionsOfGrant(grant), start, model),
  )
  return (cases ?? before.map(conditionsOfGrant)).every((met) =>
    isCovered(model, met, open, { path, start, there: record }),
  )
}

/** Decides whether it asks about a set of other records: that is not followed. */
function mayBeOfReader(condition: Node): boolean {
  return someNode(condition, (node) => node.kind === 'each' || node.kind === 'reverse')
}

/** The record at hand, where a path of relations begins at it. */
function rootOf(node: Node): Node | undefined {
  return node.kind === 'field' ? rootOf(node.record) : node.kind === 'this' ? node : undefined
}

function partsOf(conditions: readonly MetCondition[]): readonly Node[] {
  return conditions.flatMap(({ tree }) => conjunctsOf(tree))
}
