// Lists the decisions of a request on records in order, as far as its response shows them.
import type { Refusal } from '#shared/decisions/decision.ts'
import type { Model } from '#shared/model/model.ts'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import type { ExplanationTarget } from './explain-target.ts'

type DecisionStep = 'signed in' | 'found' | 'granted' | 'state' | 'well formed' | 'condition' | 'rules' | 'other'

export function listDecisionSteps(
  model: Model,
  target: ExplanationTarget,
  refusal: Refusal | undefined,
): ExplainBody['steps'] {
  const failing = refusal === undefined ? undefined : failingAt(model, target, refusal)
  const questions = questionsOf(target)
  // What it was asked before is not known.
  if (refusal !== undefined && !questions.some(({ asked: request }) => request === failing))
    return [{ what: refusal.message, met: false }]
  const steps: { what: string; met: boolean }[] = []
  for (const { asked: request, what } of questions) {
    steps.push({ what, met: request !== failing })
    if (request === failing) return steps
  }
  return steps
}

function questionsOf({
  entity,
  id,
  does,
}: ExplanationTarget): readonly { readonly asked: DecisionStep; readonly what: string }[] {
  const { label } = entity.name
  const isTransition = 'transition' in does
  const isReading = !isTransition && (does.verb === 'read' || does.verb === 'see history')
  return [
    ...(isReading
      ? []
      : [{ asked: 'signed in', what: 'Somebody is signed in who may do this to some record' } as const]),
    ...(id === undefined ? [] : [{ asked: 'found', what: `The ${label} is there for this person` } as const]),
    { asked: 'granted', what: 'Point 6 or 4 lets this person do it' },
    ...(isTransition && !does.creates ? [{ asked: 'state', what: `The ${label} is in a state for it` } as const] : []),
    ...(isReading ? [] : [{ asked: 'well formed', what: 'What was sent is complete and fits its fields' } as const]),
    ...(isTransition ? [{ asked: 'condition', what: 'The condition of the transition is met' } as const] : []),
    ...(isReading ? [] : [{ asked: 'rules', what: `The ${label} obeys the rules of point 5` } as const]),
  ]
}

function failingAt(
  model: Model,
  { entity, does }: ExplanationTarget,
  { status, code, state, cites, errors }: Refusal,
): DecisionStep {
  if (code === 'second_factor_needed') return 'other'
  if (status === 401) return 'signed in'
  if (status === 404) return 'found'
  if (status === 403 || errors.some((error) => error.code === 'not_allowed')) return 'granted'
  const isOfRow = (rows: readonly { readonly cite: { readonly line: number } }[]): boolean =>
    rows.some(({ cite }) => cite.line === cites?.line)
  if (isOfRow(entity.rules)) return 'rules'
  if ('transition' in does && isOfRow(does.transition.rows) && errors.length === 0)
    return code === 'conflict' && state !== undefined ? 'state' : 'condition'
  if (code === 'invalid') return 'well formed'
  return model.errors.get(code)?.standard === false ? 'rules' : 'other'
}
