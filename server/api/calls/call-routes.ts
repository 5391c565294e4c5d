// Puts the document's own calls into the route of a path, in place of standard calls where both stand.
import type { RunningDocument } from '../../document/current-document.ts'
import type { ApiRoute } from '../request/request-context.ts'
import { callHandler } from './call-handler.ts'
import { matchCalls } from './match-call.ts'

/** `isSystem`: a fixed path of the system, where no document's call can stand. */
export function withDocumentCalls(
  running: RunningDocument,
  path: readonly string[],
  standard: ApiRoute | undefined,
  pattern: string | undefined,
  isSystem: boolean,
): ApiRoute | undefined {
  if (isSystem || running.model.calls.length === 0) return standard
  const matched = matchCalls(running, path, pattern)
  if (matched.size === 0) return standard
  const calls = Object.fromEntries([...matched].map(([method, match]) => [method, callHandler(match)]))
  return { ...(standard ?? { handlers: {} }), calls }
}
