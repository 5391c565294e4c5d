// Gives the address and user agent of a request's client.
import type { ClientInfo } from '../../auth/client-info.ts'
import { isLocalRequest } from '../request/local-request.ts'
import type { RequestContext } from '../request/request-context.ts'

export function clientInfoOf({ request, address }: RequestContext): ClientInfo {
  return { address, userAgent: request.headers['user-agent'], isLocal: isLocalRequest(request) }
}
