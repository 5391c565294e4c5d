// Checks what a transition is about to be given: what is wrong, and what has to be given at present.
import { inputValues, missingInputs, readTransitionInput } from '#shared/decisions/4-states.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Model, TransitionInput } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { makeLocalEvaluator } from './local-evaluator.ts'
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import type { RecordData } from './record-data.ts'
import type { FieldValues } from './record-mutations.ts'

export interface CheckedInputs {
  /** Values that are sent to the server. */
  readonly input: FieldValues
  readonly errors: readonly FieldError[]
  /** Names of the required inputs. A condition that cannot be evaluated here is left to the server to report. */
  readonly required: ReadonlySet<string>
}

export function checkInputs(
  model: Model,
  actor: Actor,
  asks: readonly TransitionInput[],
  { record, values, now }: { readonly record: RecordData; readonly values: FieldValues; readonly now: string },
): CheckedInputs {
  const { input, errors } = readTransitionInput(asks, values)
  const given = inputValues(asks, input)
  const evaluate = makeLocalEvaluator(model, actor, { record: collapseRecord(record), input: given, now })
  const isRequired = ({ required }: TransitionInput): boolean =>
    typeof required === 'object' ? evaluate(required.tree) === true : required
  const missing = missingInputs(asks, input, evaluate).filter(({ field }) =>
    errors.every((each) => each.field !== field),
  )
  return {
    input,
    errors: [...errors, ...missing],
    required: new Set(asks.filter(isRequired).map(({ name }) => name.identifier)),
  }
}
