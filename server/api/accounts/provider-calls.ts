// The calls about providers: the browser goes to one and comes back, to sign in or to link it; one's own links.
import type { Refusal } from '#shared/decisions/decision.ts'
import { addressKey } from '../../auth/attempts.ts'
import { NO_ROUTE } from '../../web/access-log.ts'
import { localPath } from '#shared/protocol/local-path.ts'
import type { SignInProblem } from '#shared/protocol/sign-in-problem.ts'
import { isSignInProblem } from '#shared/protocol/sign-in-problem.ts'
import { readCookieNamed, setCookie, setCookieNamed } from '../../auth/credentials.ts'
import { noteFailedSignIn } from '../../auth/note-failed-sign-in.ts'
import type { Flow } from '../../auth/providers/flow.ts'
import { beginFlow, completeFlow, takeFlow } from '../../auth/providers/flow.ts'
import { authorizationUrl, reasonOf, redeem } from '../../auth/providers/openid.ts'
import { linkIdentity, listProviders, unlinkIdentity } from '../../auth/providers/own-identities.ts'
import type { Provider } from '../../auth/providers/provider.ts'
import { providerAt, providerRefused } from '../../auth/providers/provider.ts'
import { signInWithProvider } from '../../auth/providers/sign-in-with-provider.ts'
import { proveWithProvider } from '../../auth/proof/prove-with-provider.ts'
import { requireProof } from '../../auth/proof/require-proof.ts'
import { invitationGone, readShownInvitation } from '../../auth/sign-up/invited.ts'
import { Refused } from '../../records/refused.ts'
import { notFound } from '../../records/work/rights.ts'
import type { Answer } from '../answer.ts'
import { jsonAnswer, NO_CONTENT } from '../answer.ts'
import { objectOf, readJson } from '../body.ts'
import type { ApiDependencies, Call, Exchange } from '../exchange.ts'
import { checkParameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import { baseUrlOf } from './base-url.ts'
import { ownAccount } from './own-account.ts'
import { from, textsOf } from './reading.ts'

const FLOW_COOKIE = 'sign-in'

const listCall: Call = async (dependencies, { acting, query }) => {
  checkParameters(query, [])
  return jsonAnswer(200, { items: await listProviders(dependencies, acting) })
}

/** A link that the browser follows: on to the provider, or back to the sign-in page with what is the matter. */
function startCall(path: string): Call {
  return async (dependencies, exchange) => {
    checkParameters(exchange.query, ['next'])
    const provider = providerOf(dependencies, exchange, path)
    const next = localPath(exchange.query.get('next'))
    return orBack(dependencies, exchange, provider, next, async () => {
      const { url, cookie } = await setOut(dependencies, exchange, provider, { provider: path, next, linkTo: null })
      return redirect(url, [cookie])
    })
  }
}

/** For somebody who is invited: the invitation stands in no address. The page goes to the one that comes back. */
function startInvitedCall(path: string): Call {
  return async (dependencies, exchange) => {
    const { invitation } = textsOf(objectOf(await readJson(exchange.request)), ['invitation'])
    const provider = providerOf(dependencies, exchange, path)
    const shown = readShownInvitation(invitation)
    if (shown === undefined) throw invitationGone()
    const flow = { provider: path, next: '/', linkTo: null, invitation: shown.link }
    const { url, cookie } = await setOut(dependencies, exchange, provider, flow)
    return jsonAnswer(200, { url }, ['Set-Cookie', cookie])
  }
}

/** Only a page of ours may begin to link: the address comes back for it to go to. */
function linkCall(path: string): Call {
  return async (dependencies, exchange) => {
    textsOf(objectOf(await readJson(exchange.request)), [])
    const provider = providerOf(dependencies, exchange, path)
    const { caller, acting } = exchange
    await requireProof(dependencies.storage.reader, caller.session?.key, acting.now)
    const flow = { provider: path, next: ACCOUNT_PAGE, linkTo: acting.actor.person?.id ?? '' }
    const { url, cookie } = await setOut(dependencies, exchange, provider, flow)
    return jsonAnswer(200, { url }, ['Set-Cookie', cookie])
  }
}

/** As proof: the page goes there, and comes back to where it was. Whoever is signed in there shows it anew. */
function proveCall(path: string): Call {
  return async (dependencies, exchange) => {
    const { next } = textsOf(objectOf(await readJson(exchange.request)), ['next'])
    const provider = providerOf(dependencies, exchange, path)
    const person = ownAccount(exchange).actor.person?.id ?? ''
    const flow = { provider: path, next: localPath(next), linkTo: person, proves: true }
    const { url, cookie } = await setOut(dependencies, exchange, provider, flow)
    return jsonAnswer(200, { url }, ['Set-Cookie', cookie])
  }
}

const ACCOUNT_PAGE = '/account'

async function setOut(
  dependencies: ApiDependencies,
  exchange: Exchange,
  provider: Provider,
  flow: Flow,
): Promise<{ readonly url: string; readonly cookie: string }> {
  const { request } = exchange
  const { publicUrl } = dependencies
  const secrets = await beginFlow(dependencies, flow, from(exchange), exchange.acting.now)
  dependencies.leaveUntried?.('provider')
  const url = await authorizationUrl(provider, callbackOf(exchange, publicUrl, provider), secrets, flow.proves === true)
  return { url, cookie: setCookieNamed(FLOW_COOKIE, request, publicUrl, secrets.secret, secrets.seconds) }
}

function callbackCall(path: string): Call {
  return async (dependencies, exchange) => {
    const { request, query, acting } = exchange
    const { publicUrl } = dependencies
    const provider = providerOf(dependencies, exchange, path)
    const secrets = {
      state: query.get('state') ?? '',
      secret: readCookieNamed(FLOW_COOKIE, request, publicUrl) ?? '',
    }
    const flow = await takeFlow(dependencies, secrets, acting.now)
    if (flow?.provider !== path) {
      // The cookie stays: another tab may be on its way.
      return orBack(dependencies, exchange, provider, '/', () => Promise.reject(providerRefused('flow_gone', provider)))
    }
    const over = setCookieNamed(FLOW_COOKIE, request, publicUrl, '', 0)
    const answer = await orBack(dependencies, exchange, provider, flow.next, async () => {
      dependencies.leaveUntried?.('provider')
      try {
        const cameBack = new URL(callbackOf(exchange, publicUrl, provider))
        cameBack.search = query.toString()
        return await arrive(dependencies, exchange, provider, flow, await redeem(provider, cameBack, secrets))
      } catch (error) {
        if (error instanceof Refused) {
          await noteFailedSignIn(dependencies, 'provider', flow.linkTo, from(exchange), acting.now)
          logFailedSignIn(dependencies, exchange, error.refusal)
        }
        throw error
      }
    })
    return { ...answer, headers: [...(answer.headers ?? []), 'Set-Cookie', over] }
  }
}

/** The browser is led back to a page of ours, so that the refusal itself ends here. */
function logFailedSignIn(dependencies: ApiDependencies, exchange: Exchange, { status, code }: Refusal): void {
  dependencies.logRefusal({
    ...{ status, code, isSignIn: true, method: exchange.method, request: exchange.requestId },
    route: dependencies.routeAt(exchange.running, exchange.path) ?? NO_ROUTE,
    person: exchange.acting.actor.person?.id ?? null,
    address: addressKey(exchange.address),
    now: dependencies.clock(),
  })
}

/** Whoever came back is known at the provider: linked with the account that began it, or signed in. */
async function arrive(
  dependencies: ApiDependencies,
  exchange: Exchange,
  provider: Provider,
  flow: Flow,
  claims: Awaited<ReturnType<typeof redeem>>,
): Promise<Answer> {
  const { request, acting, caller } = exchange
  const { publicUrl } = dependencies
  const { now } = acting
  completeFlow(dependencies, from(exchange))
  if (flow.linkTo !== null) {
    // It is a GET, which whoever only views may ask: he links nothing all the same.
    const person = flow.proves === true ? ownAccount(exchange).actor.person?.id : acting.actor.person?.id
    if (person !== flow.linkTo || caller.viewing !== undefined || caller.session === undefined)
      throw providerRefused('flow_gone', provider)
    if (flow.proves === true) {
      const start = await proveWithProvider(
        dependencies,
        { person, session: caller.session.key, now },
        provider,
        claims,
      )
      return redirect(flow.next, [setCookie(request, publicUrl, start.secret, start.seconds)])
    }
    await linkIdentity(dependencies, flow.linkTo, provider, claims, from(exchange), now)
    return redirect(flow.next, [])
  }
  const { invitation, next } = flow
  const arriving = { provider, claims, invitation, from: from(exchange), now }
  const outcome = await signInWithProvider(dependencies, arriving)
  if ('session' in outcome) {
    const { secret, seconds } = outcome.session
    return redirect(next, [setCookie(request, publicUrl, secret, seconds)])
  }
  // Behind the `#` it reaches no server and no log; the page takes it out of the address at once.
  const { challenge } = outcome.secondFactor
  return redirect(`/sign-in?${new URLSearchParams({ next }).toString()}#challenge=${challenge}`, [])
}

function unlinkCall(path: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    const provider = providerOf(dependencies, exchange, path)
    const { acting, caller, running } = exchange
    if (!(await unlinkIdentity(dependencies, acting, provider, from(exchange), caller.session?.key)))
      throw notFound(running.model)
    return NO_CONTENT
  }
}

function providerOf(dependencies: ApiDependencies, { running }: Exchange, path: string): Provider {
  const provider = providerAt(running.model, dependencies.providers, path)
  if (provider === undefined) throw notFound(running.model)
  return provider
}

function callbackOf({ request }: Exchange, publicUrl: string | undefined, { path }: Provider): string {
  return `${baseUrlOf(request, publicUrl)}/api/auth/providers/${path}/callback`
}

function redirect(to: string, cookies: readonly string[]): Answer {
  // A header is ASCII; a path may have any letters.
  const location = to.replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent)
  return { status: 303, headers: ['Location', location, ...cookies.flatMap((cookie) => ['Set-Cookie', cookie])] }
}

/** A browser that follows links is led back to a page of ours that says what went wrong; a program is told. */
async function orBack(
  dependencies: ApiDependencies,
  exchange: Exchange,
  provider: Provider,
  next: string,
  go: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await go()
  } catch (error) {
    if (error instanceof Refused && error.cause !== undefined) {
      const { path } = provider
      const note = { request: exchange.requestId, provider: path, reason: reasonOf(error.cause) }
      dependencies.log.warn(note, 'signing in by a provider failed')
    }
    const isPage = /\btext\/html\b/.test(exchange.request.headers.accept ?? '')
    if (!(error instanceof Refused) || !isPage) throw error
    const query = new URLSearchParams({ problem: problemOf(error), provider: provider.path, next })
    const isSignedIn = exchange.caller.session !== undefined
    return redirect(`${isSignedIn ? ACCOUNT_PAGE : '/sign-in'}?${query.toString()}`, [])
  }
}

function problemOf({ refusal: { code, status } }: Refused): SignInProblem {
  if (isSignInProblem(code)) return code
  return status === 401 ? 'no_account' : 'provider_incomplete'
}

export const PROVIDER_RESOURCES: Resources = {
  'auth/providers': { signedIn: true, calls: { GET: listCall } },
  'auth/providers/:id': (path) => ({ signedIn: true, calls: { DELETE: unlinkCall(path) } }),
  'auth/providers/:id/start': (path) => ({
    leadsIn: true,
    calls: { GET: startCall(path), POST: startInvitedCall(path) },
  }),
  'auth/providers/:id/callback': (path) => ({ leadsIn: true, enrolling: true, calls: { GET: callbackCall(path) } }),
  'auth/providers/:id/prove': (path) => ({ signedIn: true, enrolling: true, calls: { POST: proveCall(path) } }),
  'auth/providers/:id/link': (path) => ({ signedIn: true, calls: { POST: linkCall(path) } }),
}
