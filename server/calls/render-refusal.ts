// Renders a refusal of a document's call in the form that point 7 gives to errors.
import { expressionsOfTemplate } from '#shared/model/7-calls/template-expressions.ts'
import { constantsAt } from '#shared/decisions/9-constants.ts'
import { prepareExpressions } from '#shared/decisions/evaluator.ts'
import { writeValue } from '#shared/expressions/read-value.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { Problem } from '#shared/protocol/problem.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { fillJson } from './render-answer.ts'

/** Undefined where the document leaves errors as they are. */
export function renderRefusal(
  running: RunningDocument,
  actor: Actor,
  now: string,
  { code, status, detail: message, errors = [] }: Problem,
  entity: string | undefined,
): string | undefined {
  const { callSettings, settings } = running.model
  const { answers } = callSettings
  if (answers === undefined) return undefined
  const nodes = expressionsOfTemplate(answers).map(({ tree }) => tree)
  const evaluate = running
    .compiled('form of errors', '', () => prepareExpressions(nodes))
    .evaluatorFor({
      me: actor.person,
      now,
      timeZone: settings.timeZone,
      limits: constantsAt(running.model, now),
      input: {
        code,
        status,
        message,
        entity: entity ?? null,
        errors: errors.map((error) => ({ field: error.field, code: error.code, message: error.message })),
      },
    })
  return fillJson(answers, (node) => JSON.stringify(writeValue(evaluate(node) ?? null, node.type)))
}
