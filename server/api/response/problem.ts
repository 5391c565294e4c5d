// Writes a refusal as RFC 9457 problem details; no other file knows that format.
import { STATUS_CODES } from 'node:http'
import type { Refusal } from '#shared/decisions/decision.ts'
import { wordRefusal } from '#shared/decisions/refusals.ts'
import type { Citation } from '#shared/model/model.ts'
import type { Problem } from '#shared/protocol/problem.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { RefusalDetails } from '../../policy/refused.ts'

export interface ProblemContext {
  readonly running: Pick<RunningDocument, 'model' | 'revision'>
  /** The id in the log. */
  readonly request: string
  /** May this caller read the sentence that refused? */
  readonly mayKnow: boolean
  /** 412: the record as it is now, as this caller may see it. */
  readonly current?: unknown
}

/** The contract's members, and what some refusals carry beside. */
export function createProblem(
  thrown: Refusal,
  more: RefusalDetails,
  context: ProblemContext,
): Problem & { readonly [name: string]: unknown } {
  const refusal = wordRefusal(context.running.model, thrown)
  const cite = (cites: Citation | undefined): Pick<Problem, 'source'> => {
    if (!context.mayKnow || cites === undefined) return {}
    const { point, line, text } = cites
    return { source: { point, line, text, revision: context.running.revision } }
  }
  const errors = refusal.errors.map(({ field, code, message, cites }) => ({ field, code, message, ...cite(cites) }))
  return {
    type: `urn:verbatim:${refusal.code}`,
    title: STATUS_CODES[refusal.status] ?? 'Refused',
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    ...(errors.length === 0 ? {} : { errors }),
    ...(refusal.moreErrors === undefined ? {} : { moreErrors: refusal.moreErrors }),
    ...cite(refusal.cites),
    ...(refusal.remedy === undefined ? {} : { remedy: refusal.remedy }),
    ...(refusal.state === undefined ? {} : { state: refusal.state }),
    ...(more.column === undefined ? {} : { column: more.column }),
    ...(more.hint === undefined ? {} : { hint: more.hint }),
    ...(more.about === undefined ? {} : { about: more.about }),
    ...(more.call === undefined ? {} : { call: more.call }),
    ...(more.diagnostics === undefined ? {} : { diagnostics: more.diagnostics }),
    ...(more.conflicts === undefined ? {} : { conflicts: more.conflicts }),
    ...(more.versions === undefined ? {} : { versions: more.versions }),
    ...(context.current === undefined ? {} : { current: context.current }),
    request: context.request,
  }
}
