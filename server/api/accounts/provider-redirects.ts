// Sends a browser to an OpenID Connect provider, and completes the flow when it comes back.
import type { Refusal } from '#shared/decisions/decision.ts'
import { addressKey } from '../../auth/address-key.ts'
import type { SignInProblem } from '#shared/protocol/sign-in-problem.ts'
import { isSignInProblem } from '#shared/protocol/sign-in-problem.ts'
import { readCookieNamed, setCookie, setCookieNamed } from '../../auth/sessions/cookies.ts'
import { auditFailedSignIn } from '../../auth/audit-failed-sign-in.ts'
import type { Flow } from '../../auth/methods/provider/provider-flow.ts'
import { beginFlow, completeFlow, takeFlow } from '../../auth/methods/provider/provider-flow.ts'
import { authorizationUrl, providerReasonOf, redeemCallback } from '../../auth/methods/provider/openid.ts'
import { linkIdentity } from '../../auth/methods/provider/manage.ts'
import type { Provider } from '../../auth/methods/provider/provider.ts'
import { providerAt, providerRefused } from '../../auth/methods/provider/provider.ts'
import { signInOrUpWithProvider } from '../../auth/sign-up/provider-sign-up.ts'
import { reauthenticateWithProvider } from '../../auth/methods/provider/reauthenticate.ts'
import { Refused, refused } from '../../policy/refused.ts'
import type { ApiResponse } from '../response/response.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { baseUrlOf } from './base-url.ts'
import { ownAccount } from './own-account.ts'
import { clientInfoOf } from './client-info-of.ts'
import type { Model } from '#shared/model/model.ts'
import { codeOf, statusOf } from '#shared/decisions/refusals.ts'

const FLOW_COOKIE = 'sign-in'

export const ACCOUNT_PAGE = '/account'

export async function startFlow(
  dependencies: ApiDependencies,
  context: RequestContext,
  provider: Provider,
  flow: Flow,
): Promise<{ readonly url: string; readonly cookie: string }> {
  const { request } = context
  const { publicUrl } = dependencies
  const secrets = await beginFlow(dependencies, flow, clientInfoOf(context), context.actorContext.now)
  dependencies.refuseUntried?.('provider')
  const url = await authorizationUrl(provider, callbackOf(context, publicUrl, provider), secrets, flow.proves === true)
  return { url, cookie: setCookieNamed(FLOW_COOKIE, request, publicUrl, secrets.secret, secrets.seconds) }
}

export async function answerCallback(
  dependencies: ApiDependencies,
  context: RequestContext,
  path: string,
): Promise<ApiResponse> {
  const { request, query, actorContext } = context
  const { publicUrl } = dependencies
  const provider = providerOf(dependencies, context, path)
  const secrets = {
    state: query.get('state') ?? '',
    secret: readCookieNamed(FLOW_COOKIE, request, publicUrl) ?? '',
  }
  const flow = await takeFlow(dependencies, secrets, actorContext.now)
  if (flow?.provider !== path) {
    // The cookie stays: another tab may be on its way.
    return redirectOnRefusal(dependencies, context, provider, '/', () =>
      Promise.reject(providerRefused('flow_gone', provider)),
    )
  }
  const over = setCookieNamed(FLOW_COOKIE, request, publicUrl, '', 0)
  const answer = await redirectOnRefusal(dependencies, context, provider, flow.next, async () => {
    dependencies.refuseUntried?.('provider')
    try {
      const cameBack = new URL(callbackOf(context, publicUrl, provider))
      cameBack.search = query.toString()
      return await completeCallback(
        dependencies,
        context,
        provider,
        flow,
        await redeemCallback(provider, cameBack, secrets),
      )
    } catch (error) {
      if (error instanceof Refused) {
        await auditFailedSignIn(dependencies, 'provider', flow.linkTo, clientInfoOf(context), actorContext.now)
        logFailedSignIn(dependencies, context, error.refusal)
      }
      throw error
    }
  })
  return { ...answer, headers: [...(answer.headers ?? []), 'Set-Cookie', over] }
}

/** The browser is led back to a page of ours, so that the refusal itself ends here. */
function logFailedSignIn(dependencies: ApiDependencies, context: RequestContext, refusal: Refusal): void {
  dependencies.logRefusal({
    status: statusOf(context.running.model, refusal),
    code: codeOf(refusal),
    isSignIn: true,
    method: context.method,
    request: context.requestId,
    route: `/api${dependencies.matchRoute(context.running, context.path, context.method)?.path ?? ''}`,
    person: context.actorContext.actor.person?.id ?? null,
    address: addressKey(context.address),
    now: dependencies.clock.now(),
  })
}

/** A person who came back is known at the provider: linked with the account that began it, or signed in. */
async function completeCallback(
  dependencies: ApiDependencies,
  context: RequestContext,
  provider: Provider,
  flow: Flow,
  claims: Awaited<ReturnType<typeof redeemCallback>>,
): Promise<ApiResponse> {
  const { request, actorContext, caller } = context
  const { publicUrl } = dependencies
  const { now } = actorContext
  await completeFlow(dependencies, clientInfoOf(context))
  if (flow.linkTo !== null) {
    // It is a GET, which is allowed while viewing as another person: it links nothing then all the same.
    const person = flow.proves === true ? ownAccount(context).actor.person?.id : actorContext.actor.person?.id
    if (person !== flow.linkTo || caller.viewing !== undefined || caller.session === undefined)
      throw providerRefused('flow_gone', provider)
    if (flow.proves === true) {
      const start = await reauthenticateWithProvider(
        dependencies,
        { person, session: caller.session.key, now },
        provider,
        claims,
      )
      return redirect(flow.next, [setCookie(request, publicUrl, start.secret, start.seconds)])
    }
    await linkIdentity(dependencies, flow.linkTo, provider, claims, clientInfoOf(context), now)
    return redirect(flow.next, [])
  }
  const { invitation, next } = flow
  const arriving = { provider, claims, invitation, client: clientInfoOf(context), now }
  const outcome = await signInOrUpWithProvider(dependencies, arriving)
  if ('session' in outcome) {
    const { secret, seconds } = outcome.session
    return redirect(next, [setCookie(request, publicUrl, secret, seconds)])
  }
  // Behind the `#` no server and no log sees it; the page takes it out of the address at once.
  const { challenge } = outcome.secondFactor
  return redirect(`/sign-in?${new URLSearchParams({ next }).toString()}#challenge=${challenge}`, [])
}

export function providerOf(dependencies: ApiDependencies, { running }: RequestContext, path: string): Provider {
  const provider = providerAt(running.model, dependencies.providers, path)
  if (provider === undefined) throw refused('not_found')
  return provider
}

function callbackOf({ request }: RequestContext, publicUrl: string | undefined, { path }: Provider): string {
  return `${baseUrlOf(request, publicUrl)}/api/auth/providers/${path}/callback`
}

export function redirect(to: string, cookies: readonly string[]): ApiResponse {
  // A header is ASCII; a path may have any characters.
  const location = to.replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent)
  return { status: 303, headers: ['Location', location, ...cookies.flatMap((cookie) => ['Set-Cookie', cookie])] }
}

/** A browser that follows links is led back to a page of ours that says what went wrong; a program gets the refusal. */
export async function redirectOnRefusal(
  dependencies: ApiDependencies,
  context: RequestContext,
  provider: Provider,
  next: string,
  go: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  try {
    return await go()
  } catch (error) {
    if (error instanceof Refused && error.cause !== undefined) {
      const { path } = provider
      const note = { request: context.requestId, provider: path, reason: providerReasonOf(error.cause) }
      dependencies.log.warn(note, 'sign-in with a provider failed')
    }
    const isPage = /\btext\/html\b/.test(context.request.headers.accept ?? '')
    if (!(error instanceof Refused) || !isPage) throw error
    const query = new URLSearchParams({
      problem: problemOf(context.running.model, error),
      provider: provider.path,
      next,
    })
    const isSignedIn = context.caller.session !== undefined
    return redirect(`${isSignedIn ? ACCOUNT_PAGE : '/sign-in'}?${query.toString()}`, [])
  }
}

function problemOf(model: Model, { refusal }: Refused): SignInProblem {
  const code = codeOf(refusal)
  if (isSignInProblem(code)) return code
  return statusOf(model, refusal) === 401 ? 'no_account' : 'provider_incomplete'
}
