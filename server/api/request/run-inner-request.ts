// Runs a request inside another one: the same route, policy, commands and refusals.
import type { Caller } from '../../auth/caller.ts'
import { storageRefusal } from '../../records/write/write-error.ts'
import type { ApiResponse } from '../response/response.ts'
import type { InnerRequest } from './inner-request.ts'
import { makeInnerRequest } from './inner-request.ts'
import type { ApiDependencies, RequestContext } from './request-context.ts'
import type { RouteGates } from '../routes/route.ts'
import { runHandler } from './run-handler.ts'

export interface InnerCall extends InnerRequest {
  readonly method: string
  /** With its parameters: "/api/tickets?limit=5". */
  readonly path: string
}

/**
 * Runs a call inside another request. An error of the database is thrown as `Refused`, just as the outer request
 * would be refused.
 */
export async function runInnerRequest(
  dependencies: ApiDependencies,
  { request, requestId, address, running, actorContext, caller }: RequestContext,
  call: InnerCall,
  identifyCaller: (gates: RouteGates) => Promise<Caller> = async () => caller,
): Promise<ApiResponse> {
  const { method, path: url } = call
  const inner = makeInnerRequest(call, request)
  try {
    return await runHandler(
      dependencies,
      { request: inner, method, url, requestId, address, now: actorContext.now, running, spent: actorContext.spent },
      identifyCaller,
    )
  } catch (thrown) {
    throw storageRefusal(thrown) ?? thrown
  }
}
