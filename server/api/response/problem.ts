// Writes a refusal as RFC 9457 problem details; no other file knows that format.
import { STATUS_CODES } from 'node:http'
import type { Refusal } from '#shared/decisions/decision.ts'
import type { Citation } from '#shared/model/model.ts'
import type { Problem } from '#shared/protocol/problem.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { RefusalDetails } from '../../policy/refused.ts'
import { wordForReader } from '../../policy/word-for-reader.ts'

export interface ProblemContext {
  readonly running: Pick<RunningDocument, 'model' | 'revision'>
  /** The id in the log. */
  readonly request: string
  /** May this caller read the sentence that refused? */
  readonly mayKnow: boolean
  /** 412: the record as it is now, as this caller may see it. */
  readonly current?: unknown
}

type ProblemBody = Problem & { readonly [name: string]: unknown }

/** The contract's members, and what some refusals carry beside. JSON leaves out what is undefined. */
export function createProblem(refusal: Refusal, more: RefusalDetails, context: ProblemContext): ProblemBody {
  const { model, revision } = context.running
  const { status, message, errors, warnings, cites, ...worded } = wordForReader(model, refusal, context.mayKnow)
  const sourceOf = (of: Citation | undefined): Problem['source'] =>
    of && { point: of.point, line: of.line, text: of.text, revision }
  return {
    type: `urn:verbatim:${worded.code}`,
    title: STATUS_CODES[status] ?? 'Refused',
    status,
    detail: message,
    errors:
      errors.length === 0 ? undefined : errors.map(({ cites: of, ...error }) => ({ ...error, source: sourceOf(of) })),
    warnings: warnings?.map(({ cites: of, ...warning }) => ({ ...warning, source: sourceOf(of) })),
    source: sourceOf(cites),
    ...worded,
    column: more.column,
    hint: more.hint,
    about: more.about,
    call: more.call,
    diagnostics: more.diagnostics,
    conflicts: more.conflicts,
    command: more.command,
    examples: more.examples,
    versions: more.versions,
    current: context.current,
    request: context.request,
  }
}
