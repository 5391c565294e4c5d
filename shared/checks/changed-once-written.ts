// Warns of effects that change a filled field of a record that is there, though it is written once.
import { changesWrittenOnce } from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression } from '../expressions/node.ts'
import { someNode } from '../expressions/walk.ts'
import type { Effect, Entity, Model, TransitionRow } from '../model/model.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkChangedOnceWritten: SpecificationCheck = (model) => {
  const found = [
    ...[...model.entities.values()].flatMap((entity) =>
      listsOf(entity).flatMap((effects) => effects.flatMap((effect) => changesBy(model, effect, entity))),
    ),
    ...[...model.schedules.values(), ...model.calls.map(({ steps }) => ({ then: steps }))].flatMap(({ then }) =>
      then.flatMap((effect) => changesBy(model, effect, undefined)),
    ),
  ]
  // The effects below the heading of a step are those of each of its rows.
  return [...new Map(found.map((each) => [each.span.start, each])).values()]
}

/** Lists the effects on a record that is there before: what makes one gives it its values. */
function listsOf({ transitions, timers, events }: Entity): readonly (readonly Effect[])[] {
  return [
    ...[...transitions.values()].flatMap(({ rows }) =>
      rows.flatMap((row) =>
        row.from === 'new record' ? [] : [row.then.filter((effect) => !fillsRequired(row, effect))],
      ),
    ),
    ...[...timers.values()].map(({ then }) => then),
    ...events.flatMap(({ event, then }) => (event === 'created' ? [] : [then])),
  ]
}

/** Reports whether an effect only fills what a state requires, where it is empty: a field that is written once allows that. */
function fillsRequired({ asks }: TransitionRow, effect: Effect): boolean {
  if (effect.kind !== 'set') return false
  const { tree } = effect.value
  const [given] = tree.kind === 'call' && tree.name === 'coalesce' ? tree.arguments : []
  return asks.some(
    ({ name, ifEmpty }) =>
      ifEmpty !== undefined &&
      name.identifier === effect.field &&
      given?.kind === 'input' &&
      given.name === name.identifier,
  )
}

/** `own`: the entity of the record at hand. */
function changesBy(model: Model, effect: Effect, own: Entity | undefined): readonly Diagnostic[] {
  switch (effect.kind) {
    case 'set':
      return own ? reported(own, effect.field, effect.value) : []
    case 'update': {
      const entity = model.entities.get(effect.entity)
      return entity ? effect.fields.flatMap(({ field, value }) => reported(entity, field, value)) : []
    }
    case 'for each':
      return effect.effects.flatMap((each) => changesBy(model, each, own))
    case 'try':
      return [effect.effect, effect.otherwise].flatMap((each) => changesBy(model, each, own))
    default:
      return []
  }
}

/** One that may be empty is perhaps filled for the first time, unless its new value is made of the old one. */
function reported(entity: Entity, field: string, { span, tree }: Expression): readonly Diagnostic[] {
  const found = entity.fields.get(field)
  if (found?.limits.writeOnce !== true) return []
  const readsItself = someNode(
    tree,
    (node) => node.kind === 'field' && node.entity === entity.name.identifier && node.field === field,
  )
  if (found.required !== true && !readsItself) return []
  return [changesWrittenOnce(span, { field: found.name.label, entity: entity.name.label })]
}
