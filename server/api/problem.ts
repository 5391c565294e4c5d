// A refusal as RFC 9457 problem details: the one place that knows this format.
import { STATUS_CODES } from 'node:http'
import type { Refusal } from '#shared/decisions/decision.ts'
import type { Citation } from '#shared/model/model.ts'
import type { RefusedMore } from '../records/refused.ts'

/** Where a sentence of the document stands, and in which edition of it. */
export interface Source extends Citation {
  readonly revision: string
}

export interface ProblemContext {
  readonly revision: string
  /** The id in the log. */
  readonly request: string
  /** May this caller be told the sentence that refused? */
  readonly mayKnow: boolean
  /** 412: the record as it is now, as this caller may see it. */
  readonly current?: unknown
}

export function problemOf(
  refusal: Refusal,
  more: RefusedMore,
  context: ProblemContext,
): { readonly [name: string]: unknown } {
  const cite = (citation: Citation | undefined) =>
    context.mayKnow && citation !== undefined ? { source: sourceOf(citation, context.revision) } : {}
  return {
    type: `/about#${refusal.code}`,
    title: STATUS_CODES[refusal.status] ?? 'Refused',
    status: refusal.status,
    detail: refusal.message,
    code: refusal.code,
    ...(refusal.errors.length === 0
      ? {}
      : {
          errors: refusal.errors.map(({ field, code, message, cites }) => ({ field, code, message, ...cite(cites) })),
        }),
    ...cite(refusal.cites),
    ...(refusal.remedy === undefined ? {} : { remedy: refusal.remedy }),
    ...(refusal.state === undefined ? {} : { state: refusal.state }),
    ...(more.column === undefined ? {} : { column: more.column }),
    ...(more.hint === undefined ? {} : { hint: more.hint }),
    ...(more.versions === undefined ? {} : { versions: more.versions }),
    ...(context.current === undefined ? {} : { current: context.current }),
    request: context.request,
  }
}

export function sourceOf({ point, line, text }: Citation, revision: string): Source {
  return { point, line, text, revision }
}
