// What every call is asked before it runs, in this order: is there such a call, who asks, may that one ask in this way at all.
import type { IncomingMessage } from 'node:http'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Caller } from '../../auth/caller.ts'
import { NOBODY } from '../../auth/caller.ts'
import { secondFactorNeeded } from '../../auth/second-factor/requirement.ts'
import { tokenRefused } from '../../auth/tokens/token-refused.ts'
import type { RunningDocument } from '../../document/current.ts'
import type { Spent } from '../../records/dependencies.ts'
import { Refused } from '../../records/refused.ts'
import { requireHttps } from '../accounts/require-https.ts'
import { managesAccounts } from '../accounts/token-limits.ts'
import { NO_QUERY, readQuery, segmentsOf } from '../address.ts'
import type { Answer } from '../answer.ts'
import { badRequest } from '../bad-request.ts'
import type { ApiDependencies, Exchange, Resource } from '../exchange.ts'
import { isNamedTo } from '../record-resources.ts'
import { checkSameOrigin } from '../same-origin.ts'

export interface Asked {
  readonly request: IncomingMessage
  readonly method: string
  /** With its parameters: "/api/tickets?limit=5". */
  readonly url: string
  readonly requestId: string
  /** Where it comes from. */
  readonly address: string | undefined
  /** RFC 3339. */
  readonly now: string
  readonly running: RunningDocument
  readonly spent?: Spent
}

/** `recognise` says who asks, and throws where that one asks too much or shows what is no good; resources that are open to all ask nobody. */
export async function runCall(
  dependencies: ApiDependencies,
  { request, url, running, now, requestId, address, spent, ...asked }: Asked,
  recognise: (resource: Resource) => Promise<Caller>,
): Promise<Answer> {
  const at = url.indexOf('?')
  const path = segmentsOf(at < 0 ? url : url.slice(0, at))
  const method = asked.method === 'HEAD' ? 'GET' : asked.method
  const resource = path === undefined ? undefined : dependencies.resourceAt(running, path)
  if (path === undefined || resource === undefined) throw new Refused(refusal(running.model, 'not_found'))
  const caller = resource.open === true ? NOBODY : await recognise(resource)
  if (caller.enrolling !== undefined && resource.enrolling !== true)
    throw new Refused(secondFactorNeeded(caller.enrolling.cites))
  if (caller.byToken === true && managesAccounts(path)) throw new Refused(tokenRefused())
  if (resource.signedIn === true && caller.actor.person === null && caller.enrolling === undefined)
    throw new Refused(refusal(running.model, 'not_signed_in'))
  if (caller.viewing !== undefined && method !== 'GET' && resource.whileViewing?.includes(method) !== true)
    throw viewOnly()
  const call = Object.hasOwn(resource.calls, method) ? resource.calls[method] : undefined
  // What there is and what there is not are refused alike.
  if (
    resource.below !== undefined &&
    !isNamedTo(running, resource.below, caller.actor, path.length === 2 && method === 'POST')
  )
    throw new Refused(refusal(running.model, caller.actor.person === null ? 'not_signed_in' : 'not_found'))
  if (call === undefined && resource.quiet === true) throw new Refused(refusal(running.model, 'not_found'))
  if (call === undefined) return notAllowed(resource, method)
  if (resource.signsIn === true && method !== 'GET') requireHttps(running.model, request, dependencies.publicUrl)
  if (method !== 'GET' && request.headers.authorization === undefined)
    checkSameOrigin(request, dependencies.publicUrl, caller.byCookie)
  const query = at < 0 ? NO_QUERY : readQuery(url.slice(at + 1))
  const { actor } = caller
  const acting = { actor, now, session: caller.session?.key, byToken: caller.byToken, address, spent }
  const exchange: Exchange = { request, method, path, query, requestId, address, running, caller, acting }
  return call(dependencies, exchange)
}

function viewOnly(): Refused {
  const message = 'While you view as somebody else, nothing can be changed. Stop viewing first.'
  return badRequest('view_only', message, { status: 403 })
}

function notAllowed(resource: Resource, method: string): Answer {
  const methods = Object.keys(resource.calls).flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]))
  const allow = [...methods, 'OPTIONS']
  if (method === 'OPTIONS') return { status: 204, headers: ['Allow', allow.join(', ')] }
  throw badRequest('method_not_allowed', `${method} can't be done here; ${methods.join(', ')} can.`, {
    status: 405,
    allow,
  })
}
