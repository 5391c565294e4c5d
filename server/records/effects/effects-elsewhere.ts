// Effects on other records: create, update, delete, and transitions of others; each obeys its own rules and has its own history.
import type { Judge } from '#shared/decisions/judge.ts'
import { convertToJson } from '#shared/fields/convert.ts'
import type { Effect } from '#shared/model/model.ts'
import { valueFor } from './effect-value.ts'
import { further } from './reach.ts'
import { entityNamed } from '../work/rights.ts'
import type { Work } from '../work/work.ts'

type Elsewhere = Extract<Effect, { readonly kind: 'create' | 'update' | 'delete' | 'do' }>

/** `judge` knows the record at hand: all values and sets are worked out before the first record is touched. */
export async function applyElsewhere(work: Work, effect: Elsewhere, judge: Judge): Promise<void> {
  const { perform } = work
  const entity = entityNamed(work.running.model, effect.entity)
  if (effect.kind === 'create') {
    if (effect.exists !== undefined && judge(effect.exists.tree) === true) return
    await perform.create(further(work, effect.cite), entity, fieldValues(work, effect, judge))
    return
  }
  const found = judge(effect.records.tree)
  const ids = [
    ...new Set((Array.isArray(found) ? found : [found]).filter((id): id is string => typeof id === 'string')),
  ]
  switch (effect.kind) {
    case 'update': {
      if (ids.length === 0) return
      const changes = fieldValues(work, effect, judge)
      for (const id of ids) await perform.change(further(work, effect.cite), entity, id, changes)
      return
    }
    case 'delete':
      for (const id of ids) await perform.remove(further(work, effect.cite), entity, id)
      return
    case 'do': {
      const input = inputOf(work, effect, judge)
      for (const id of ids) await perform.transit(further(work, effect.cite), entity, id, effect.transition, input)
    }
  }
}

function fieldValues(
  work: Work,
  effect: Elsewhere & { readonly kind: 'create' | 'update' },
  judge: Judge,
): { readonly [field: string]: unknown } {
  const entity = entityNamed(work.running.model, effect.entity)
  return Object.fromEntries(
    effect.fields.map(({ field, value }) => [field, valueFor(work, entity, field, judge(value.tree), effect.cite)]),
  )
}

/** In JSON form, as a person would send it. */
function inputOf(
  work: Work,
  effect: Elsewhere & { readonly kind: 'do' },
  judge: Judge,
): { readonly [name: string]: unknown } {
  const transition = entityNamed(work.running.model, effect.entity).transitions.get(effect.transition)
  return Object.fromEntries(
    effect.input.map(({ name, value }) => {
      const type = transition?.asks.find((ask) => ask.name.identifier === name)?.valueType ?? value.tree.type
      return [name, convertToJson(judge(value.tree), type)]
    }),
  )
}
