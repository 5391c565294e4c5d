// Handles the routes of sign-up: apply, finish by link, and an administrator's decision.
import type { SignUpResponse } from '#shared/protocol/sign-ups.ts'
import { readCookieNamed, setCookieNamed } from '../../auth/cookies.ts'
import { startPasskeySignUp, signUpWithPasskey } from '../../auth/methods/passkey/sign-up.ts'
import type { SignUpOutcome } from '../../auth/sign-up/admit-applicant.ts'
import { finishSignUp } from '../../auth/sign-up/finish-sign-up.ts'
import { approveSignUp, listPendingSignUps, createSignUpLink, rejectSignUp } from '../../auth/sign-up/decide-sign-up.ts'
import { signUpWithPassword } from '../../auth/methods/password/sign-up.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { badRequest } from '../request/bad-request.ts'
import { readObject, readJson } from '../request/json-body.ts'
import type { ApiDependencies, Handler, RequestContext } from '../request/request-context.ts'
import { checkParameters } from '../request/query-parameters.ts'
import type { RouteTable } from '../route-table.ts'
import { baseUrlOf } from './base-url.ts'
import { linkResponse } from './link-response.ts'
import { clientInfoOf, readTexts } from './read-account-request.ts'
import { sessionResponse } from './session-response.ts'

const signUpHandler: Handler = async (dependencies, context) => {
  const body = readObject(await readJson(context.request))
  const outcome = await signUpWithPassword(
    dependencies,
    body,
    signUpClient(dependencies, context),
    context.actorContext.now,
  )
  return outcomeResponse(dependencies, context, outcome)
}

/** What the browser is to hand to `navigator.credentials.create`, for somebody who has no account yet. */
const offerHandler: Handler = async (dependencies, context) => {
  const person = readTexts(readObject(await readJson(context.request)), ['name', 'email'])
  const origin = baseUrlOf(context.request, dependencies.publicUrl)
  return jsonResponse(
    200,
    await startPasskeySignUp(dependencies, person, clientInfoOf(context), origin, context.actorContext.now),
  )
}

const passkeyHandler: Handler = async (dependencies, context) => {
  const { passkey, ...body } = readObject(await readJson(context.request))
  if (typeof passkey !== 'object' || passkey === null || !('name' in passkey) || typeof passkey.name !== 'string')
    throw badRequest(
      'malformed',
      'The body has "passkey": { "name": "…", "response": … } beside the fields of a person.',
    )
  const given = { name: passkey.name, response: 'response' in passkey ? passkey.response : undefined }
  const origin = baseUrlOf(context.request, dependencies.publicUrl)
  const who = signUpClient(dependencies, context)
  const outcome = await signUpWithPasskey(dependencies, body, given, who, origin, context.actorContext.now)
  return outcomeResponse(dependencies, context, outcome)
}

const finishHandler: Handler = async (dependencies, context) => {
  const { link, password, ...others } = readObject(await readJson(context.request))
  const isReadable = typeof link === 'string' && (password === undefined || typeof password === 'string')
  if (!isReadable || Object.keys(others).length > 0)
    throw badRequest(
      'malformed',
      'The body is { "link": "…", "password": "…" }; the browser that signed up needs no password.',
    )
  const { browser } = signUpClient(dependencies, context)
  const start = await finishSignUp(
    dependencies,
    { link, password, browser },
    clientInfoOf(context),
    context.actorContext.now,
  )
  return sessionResponse(dependencies, context, 201, start)
}

const pendingHandler: Handler = async (dependencies, { query, actorContext }) => {
  checkParameters(query, [])
  return jsonResponse(200, { items: await listPendingSignUps(dependencies, actorContext) })
}

function approveHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    await approveSignUp(dependencies, context.actorContext, id)
    return NO_CONTENT
  }
}

function createLinkHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    return linkResponse(dependencies, await createSignUpLink(dependencies, context.actorContext, id))
  }
}

function rejectHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    await rejectSignUp(dependencies, context.actorContext, id)
    return NO_CONTENT
  }
}

export const SIGN_UP_ROUTES: RouteTable = {
  'auth/sign-up': { signsIn: true, handlers: { POST: signUpHandler } },
  'auth/sign-up/finish': { signsIn: true, isForSignIn: true, handlers: { POST: finishHandler } },
  'auth/sign-up/passkey': { signsIn: true, handlers: { POST: passkeyHandler } },
  'auth/sign-up/passkey/challenge': { signsIn: true, handlers: { POST: offerHandler } },
  'auth/sign-ups': { requiresSession: true, handlers: { GET: pendingHandler } },
  'auth/sign-ups/:id': (id) => ({ requiresSession: true, handlers: { DELETE: rejectHandler(id) } }),
  'auth/sign-ups/:id/let-in': (id) => ({ requiresSession: true, handlers: { POST: approveHandler(id) } }),
  'auth/sign-ups/:id/link': (id) => ({ requiresSession: true, handlers: { POST: createLinkHandler(id) } }),
}

/** Of the browser that asked: what was chosen in it can be used in it alone. */
const COOKIE = 'sign-up'

function signUpClient({ publicUrl }: ApiDependencies, context: RequestContext) {
  return { client: clientInfoOf(context), browser: readCookieNamed(COOKIE, context.request, publicUrl) }
}

/** A session at once, or what happens next: then every free and every taken address is answered alike. */
function outcomeResponse(dependencies: ApiDependencies, context: RequestContext, outcome: SignUpOutcome): ApiResponse {
  if ('session' in outcome) return sessionResponse(dependencies, context, 201, outcome.session)
  const { next, browser, seconds } = outcome.asked
  const body: SignUpResponse = { next, message: SENTENCES[next] }
  const cookie = setCookieNamed(COOKIE, context.request, dependencies.publicUrl, browser, seconds)
  return jsonResponse(202, body, ['Set-Cookie', cookie])
}

const SENTENCES = {
  mail: 'A message with a link is on its way to this address. Open it to go on.',
  administrator: 'An administrator has to approve your account first.',
} as const
