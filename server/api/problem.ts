// A refusal as RFC 9457 problem details: the one place that knows this format.
import { STATUS_CODES } from 'node:http'
import type { Refusal } from '#shared/decisions/decision.ts'
import type { Problem } from '#shared/protocol/problem.ts'
import { problemErrors } from '#shared/protocol/problem.ts'
import type { RefusedMore } from '../records/refused.ts'

export interface ProblemContext {
  readonly revision: string
  /** The id in the log. */
  readonly request: string
  /** May this caller be told the sentence that refused? */
  readonly mayKnow: boolean
  /** 412: the record as it is now, as this caller may see it. */
  readonly current?: unknown
}

/** The contract's members, and what some refusals carry beside. */
export function problemOf(
  refusal: Refusal,
  more: RefusedMore,
  context: ProblemContext,
): Problem & { readonly [name: string]: unknown } {
  const { cites } = refusal
  return {
    type: `/about#${refusal.code}`,
    title: STATUS_CODES[refusal.status] ?? 'Refused',
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    ...(refusal.errors.length === 0 ? {} : { errors: problemErrors(refusal.errors) }),
    ...(context.mayKnow && cites !== undefined
      ? { source: { point: cites.point, line: cites.line, text: cites.text, revision: context.revision } }
      : {}),
    ...(refusal.remedy === undefined ? {} : { remedy: refusal.remedy }),
    ...(refusal.state === undefined ? {} : { state: refusal.state }),
    ...(more.column === undefined ? {} : { column: more.column }),
    ...(more.hint === undefined ? {} : { hint: more.hint }),
    ...(more.versions === undefined ? {} : { versions: more.versions }),
    ...(context.current === undefined ? {} : { current: context.current }),
    request: context.request,
  }
}
