// Warns of sets that are always empty when the event of a deletion reads them.
import { setGoneWithRecord } from '../diagnostics/4-states.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { nodesIn } from '../expressions/walk.ts'
import type { Entity, Model } from '../model/model.ts'
import { expressionsIn } from './expressions-in.ts'
import type { SpecificationCheck } from './run-checks.ts'

type Reverse = Node & { readonly kind: 'reverse' }

export const checkSetsInDeletions: SpecificationCheck = (model) =>
  [...model.entities.values()].flatMap((entity) =>
    entity.events
      .filter(({ event }) => event === 'deleted')
      .flatMap(({ when, then }) => expressionsIn([when, then]))
      .flatMap((expression) => checkExpression(model, entity, expression)),
  )

function checkExpression(model: Model, { name }: Entity, { tree, span }: Expression): readonly Diagnostic[] {
  const set = nodesIn(tree)
    .flatMap((node) => setsOf(model, node))
    .find((each) => isOfOneRelation(model, each))
  if (set === undefined) return []
  const related = model.entities.get(set.entity)
  const field = related?.fields.get(set.field)
  const goesWithIt = field?.type.kind === 'relation' && field.type.whenDeleted === 'delete'
  const about = { entity: name.label, set: set.name, related: related?.name.label ?? set.entity }
  return [setGoneWithRecord(span, { ...about, goesWithIt }, { cause: `${name.identifier} ${set.name}` })]
}

/** Lists the sets of the deleted record that the node reads: itself, or by a field that is worked out whenever it is read. */
function setsOf(model: Model, node: Node): readonly Reverse[] {
  if (node.kind === 'reverse') return isOwn(node.record) ? [node] : []
  if (node.kind !== 'field' || !isOwn(node.record)) return []
  const computed = model.entities.get(node.entity)?.fields.get(node.field)?.computed
  if (computed === undefined || computed.stored) return []
  return nodesIn(computed.expression.tree).flatMap((each) => setsOf(model, each))
}

function isOwn({ kind }: Node): boolean {
  return kind === 'this' || kind === 'old'
}

/** A record with several relations to the deleted one stays as it is. */
function isOfOneRelation(model: Model, { entity, field }: Reverse): boolean {
  const type = model.entities.get(entity)?.fields.get(field)?.type
  return type?.kind === 'relation' && !type.many
}
