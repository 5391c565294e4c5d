// Works out what the inputs of a transition and the fields of a new record begin with: their defaults.
import { defaultInputs } from '#shared/decisions/4-states.ts'
import type { Field, Model, TransitionInput } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { makeLocalEvaluator } from './local-evaluator.ts'
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import type { RecordData } from './record-data.ts'
import type { FieldValues } from './record-mutations.ts'

/**
 * Computes the defaults of a transition's inputs. Those that are not known here are left out, and the server fills
 * them in.
 */
export function initialInputs(
  model: Model,
  actor: Actor,
  asks: readonly TransitionInput[],
  record: RecordData,
  now: string,
): FieldValues {
  const evaluate = makeLocalEvaluator(model, actor, { record: collapseRecord(record), now })
  return defaultInputs(asks, {}, evaluate)
}

/** Empty where the default is not known here. */
export function initialValues(model: Model, actor: Actor, fields: readonly Field[], now: string): FieldValues {
  const known = defaultInputs(fields, {}, makeLocalEvaluator(model, actor, { record: { id: '' }, now }))
  return Object.fromEntries(fields.map(({ name }) => [name.identifier, known[name.identifier] ?? null]))
}
