// Reads what a page carries for its script: session and specification, as the API answers the page's caller.
import { PAGE_DATA } from '#shared/protocol/session.ts'
import { NOBODY } from '../auth/caller.ts'
import { refuseTooManyRequests } from '../auth/rate-limit/limit-requests.ts'
import { Refused } from '../policy/refused.ts'
import type { ReadPageData } from '../web/page-handler.ts'
import type { ApiDependencies } from './request/request-context.ts'
import { makeInnerRequest } from './request/inner-request.ts'
import { runHandler } from './request/run-handler.ts'

/** The routes themselves answer, behind their own gates: a page tells nobody more than the API does. */
export function createPageData(dependencies: ApiDependencies): ReadPageData {
  return async ({ request, caller, running, now }) => {
    const address = dependencies.addressOf(request)
    const requestId = dependencies.nextRequestId()
    const read = async (url: string) => {
      const inner = { request: makeInnerRequest({}, request), method: 'GET', url, requestId, address, now, running }
      const { body, cached } = await runHandler(dependencies, inner, async (gates) => {
        // A page that anybody may open is no attempt to sign in.
        if (caller !== NOBODY) await refuseTooManyRequests(dependencies, gates, caller, address, now)
        return caller
      })
      return body ?? cached?.text ?? ''
    }
    try {
      return { session: await read(PAGE_DATA.session), specification: await read(PAGE_DATA.specification) }
    } catch (error) {
      if (error instanceof Refused) return undefined
      throw error
    }
  }
}
