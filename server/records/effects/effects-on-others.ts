// Applies effects to other records: create, update, delete and transition, as the document.
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { Effect, Transition } from '#shared/model/model.ts'
import { valueFor } from './effect-value.ts'
import { deepenCascade } from './cascade-limit.ts'
import { entityNamed } from '../../policy/policy.ts'
import { notFound } from '../../policy/not-found.ts'
import type { CommandContext } from '../command/command-context.ts'

type EffectOnOthers = Extract<Effect, { readonly kind: 'create' | 'update' | 'delete' | 'do' }>

/** `evaluate` knows the record at hand: all values and sets are worked out before the first record is touched. */
export async function applyToOthers(
  context: CommandContext,
  effect: EffectOnOthers,
  evaluate: Evaluator,
): Promise<void> {
  const { commands } = context
  const entity = entityNamed(context.running.model, effect.entity)
  if (effect.kind === 'create') {
    if (effect.exists !== undefined && evaluate(effect.exists.tree) === true) return
    await commands.create(
      deepenCascade(context, effect.cite),
      'document',
      entity,
      fieldValues(context, effect, evaluate),
    )
    return
  }
  const found = evaluate(effect.records.tree)
  const ids = [
    ...new Set((Array.isArray(found) ? found : [found]).filter((id): id is string => typeof id === 'string')),
  ]
  switch (effect.kind) {
    case 'update': {
      if (ids.length === 0) return
      const changes = fieldValues(context, effect, evaluate)
      for (const id of ids) await commands.update(deepenCascade(context, effect.cite), 'document', entity, id, changes)
      return
    }
    case 'delete':
      for (const id of ids) await commands.delete(deepenCascade(context, effect.cite), 'document', entity, id)
      return
    case 'do': {
      const transition = entity.transitions.get(effect.transition)
      if (transition === undefined) throw notFound(context.running.model)
      const input = inputOf(effect, transition, evaluate)
      for (const id of ids)
        await commands.transition(deepenCascade(context, effect.cite), 'document', entity, id, transition, input)
    }
  }
}

function fieldValues(
  context: CommandContext,
  effect: EffectOnOthers & { readonly kind: 'create' | 'update' },
  evaluate: Evaluator,
): { readonly [field: string]: unknown } {
  const entity = entityNamed(context.running.model, effect.entity)
  return Object.fromEntries(
    effect.fields.map(({ field, value }) => [
      field,
      valueFor(context, entity, field, evaluate(value.tree), effect.cite),
    ]),
  )
}

/** In JSON form, as a person would send it. */
function inputOf(
  effect: EffectOnOthers & { readonly kind: 'do' },
  transition: Transition,
  evaluate: Evaluator,
): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    effect.input.map(({ name, value }) => {
      const type = transition.asks.find((ask) => ask.name.identifier === name)?.valueType ?? value.tree.type
      return [name, convertToJson(evaluate(value.tree), type)]
    }),
  )
}
