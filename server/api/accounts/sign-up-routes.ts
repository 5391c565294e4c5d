// Declares the routes of sign-up: apply, finish by link, and an administrator's decision.
import {
  INVITATION_ANSWER,
  LINK,
  NEXT_STEP,
  PASSKEY_OPTIONS,
  SESSION_START,
  SIGN_UPS_ANSWER,
} from './account-answers.ts'
import { languageOf } from '#shared/text/language.ts'
import type { SignUpResponse } from '#shared/protocol/sign-ups.ts'
import { readCookieNamed, setCookieNamed } from '../../auth/sessions/cookies.ts'
import { startPasskeySignUp, signUpWithPasskey } from '../../auth/sign-up/passkey-sign-up.ts'
import { signUpWithPassword } from '../../auth/sign-up/password-sign-up.ts'
import type { SignUpOutcome } from '../../auth/sign-up/admit-applicant.ts'
import { finishSignUp } from '../../auth/sign-up/finish-sign-up.ts'
import { describeInvitation } from '../../auth/sign-up/describe-invitation.ts'
import { approveSignUp, listPendingSignUps, createSignUpLink, rejectSignUp } from '../../auth/sign-up/decide-sign-up.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { PASSWORD, component, emailAddress, object, openObject, text } from '../routes/body-schema.ts'
import type { ApiRoute, RouteViewer } from '../routes/route.ts'
import { defineRoute, offersMethod } from '../routes/route.ts'
import { baseUrlOf } from './base-url.ts'
import { clientInfoOf } from './client-info-of.ts'
import { CREDENTIAL } from './credential-schema.ts'
import { linkResponse } from './link-response.ts'
import { sessionResponse } from './session-response.ts'

/** A session at once, or what happens next. */
const APPLIES = {
  signsIn: true,
  status: 201,
  response: {
    description: 'Signed in. Without mail or an approval: at once; an address that is taken is a 409.',
    schema: SESSION_START,
  },
  otherResponses: {
    202: { description: 'A link is sent to the address, or an administrator decides.', schema: NEXT_STEP },
  },
} as const

const INVITATION = defineRoute({
  method: 'POST',
  path: '/auth/sign-up/invitation',
  id: 'read_invitation',
  response: { schema: INVITATION_ANSWER },
  status: 200,
  summary: 'What an invitation gives',
  isForSignIn: true,
  body: object({ invitation: text() }),
  handle: async (dependencies, context, { body: { invitation } }) => {
    const { now } = context.actorContext
    return jsonResponse(200, await describeInvitation(dependencies, invitation, clientInfoOf(context), now))
  },
})

const SIGN_UP = defineRoute({
  method: 'POST',
  path: '/auth/sign-up',
  id: 'sign_up',
  ...APPLIES,
  summary: 'Sign up, invited or as the document allows',
  isOffered: isOpen,
  body: component('system.SignUp'),
  handle: async (dependencies, context, { body }) => {
    const client = signUpClient(dependencies, context)
    const outcome = await signUpWithPassword(dependencies, body, client, context.actorContext.now)
    return outcomeResponse(dependencies, context, outcome)
  },
})

/**
 * Returns the options that the browser passes to `navigator.credentials.create`, for somebody who has no account yet.
 */
const OFFER = defineRoute({
  method: 'POST',
  path: '/auth/sign-up/passkey/challenge',
  id: 'passkey_sign_up_challenge',
  response: { schema: PASSKEY_OPTIONS },
  status: 200,
  summary: 'What to ask the authenticator for signing up',
  signsIn: true,
  isOffered: offersMethod('passkey'),
  body: object({ name: text(), email: emailAddress() }),
  handle: async (dependencies, context, { body: person }) => {
    const origin = baseUrlOf(context.request, dependencies.publicUrl)
    const { now } = context.actorContext
    return jsonResponse(200, await startPasskeySignUp(dependencies, person, clientInfoOf(context), origin, now))
  },
})

const SIGN_UP_WITH_PASSKEY = defineRoute({
  method: 'POST',
  path: '/auth/sign-up/passkey',
  id: 'passkey_sign_up',
  ...APPLIES,
  summary: 'Sign up with a passkey',
  isOffered: offersMethod('passkey'),
  // Beside it stand the fields of a person, as with a password.
  body: openObject(
    { passkey: openObject({ name: text() }, { response: CREDENTIAL }) },
    undefined,
    component('system.Applicant'),
  ),
  handle: async (dependencies, context, { body: { passkey, ...person } }) => {
    const given = { name: passkey.name, response: passkey.response }
    const origin = baseUrlOf(context.request, dependencies.publicUrl)
    const client = signUpClient(dependencies, context)
    const { now } = context.actorContext
    const outcome = await signUpWithPasskey(dependencies, person, given, client, origin, now)
    return outcomeResponse(dependencies, context, outcome)
  },
})

const FINISH = defineRoute({
  method: 'POST',
  path: '/auth/sign-up/finish',
  id: 'finish_sign_up',
  response: { schema: SESSION_START },
  status: 201,
  summary: 'Finish signing up by the link that was sent; only the browser that signed up needs no password',
  signsIn: true,
  isForSignIn: true,
  isOffered: isOpen,
  body: object({ link: text() }, { password: PASSWORD }),
  handle: async (dependencies, context, { body: { link, password } }) => {
    const { browser } = signUpClient(dependencies, context)
    const { now } = context.actorContext
    const start = await finishSignUp(dependencies, { link, password, browser }, clientInfoOf(context), now)
    return sessionResponse(dependencies, context, 201, start)
  },
})

const FOR_ADMINISTRATORS = { requiresSession: true, offeredTo: 'administrators' } as const

const PENDING = defineRoute({
  method: 'GET',
  path: '/auth/sign-ups',
  id: 'sign_ups',
  response: { schema: SIGN_UPS_ANSWER },
  summary: 'People who wait to be let in',
  status: 200,
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, { actorContext }) =>
    jsonResponse(200, { items: await listPendingSignUps(dependencies, actorContext) }),
})

const APPROVE = defineRoute({
  method: 'POST',
  path: '/auth/sign-ups/:id/approve',
  id: 'approve_sign_up',
  status: 204,
  ...FOR_ADMINISTRATORS,
  summary: 'Let in a person who asked to sign up',
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await approveSignUp(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

const CREATE_LINK = defineRoute({
  method: 'POST',
  path: '/auth/sign-ups/:id/link',
  id: 'make_sign_up_link',
  response: { schema: LINK },
  status: 201,
  ...FOR_ADMINISTRATORS,
  summary: 'Make a link with which to finish signing up',
  handle: async (dependencies, { actorContext }, { parameters: { id } }) =>
    linkResponse(dependencies, await createSignUpLink(dependencies, actorContext, id)),
})

const REJECT = defineRoute({
  method: 'DELETE',
  path: '/auth/sign-ups/:id',
  id: 'turn_away',
  status: 204,
  ...FOR_ADMINISTRATORS,
  summary: 'Decline a person who asked to sign up',
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await rejectSignUp(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

export const SIGN_UP_ROUTES: readonly ApiRoute[] = [
  ...[INVITATION, SIGN_UP, FINISH, SIGN_UP_WITH_PASSKEY, OFFER],
  ...[PENDING, REJECT, APPROVE, CREATE_LINK],
]

function isOpen({ running }: RouteViewer): boolean {
  return running.model.accountPolicy.signUp.kind !== 'closed'
}

/** Cookie of the browser that asked, since only that browser can use the method that was chosen in it. */
const COOKIE = 'sign-up'

function signUpClient({ publicUrl }: ApiDependencies, context: RequestContext) {
  return { client: clientInfoOf(context), browser: readCookieNamed(COOKIE, context.request, publicUrl) }
}

/** A session at once, or what happens next: then every free and every taken address is answered alike. */
function outcomeResponse(dependencies: ApiDependencies, context: RequestContext, outcome: SignUpOutcome): ApiResponse {
  if ('session' in outcome) return sessionResponse(dependencies, context, 201, outcome.session)
  const { next, browser, seconds } = outcome.asked
  const body: SignUpResponse = { next, message: SENTENCES[next][languageOf(context.running.model.settings.language)] }
  const cookie = setCookieNamed(COOKIE, context.request, dependencies.publicUrl, browser, seconds)
  return jsonResponse(202, body, ['Set-Cookie', cookie])
}

const SENTENCES = {
  mail: {
    en: 'A message with a link is on its way to this address. Open it to go on.',
    de: 'Eine Nachricht mit einem Link ist zu dieser Adresse unterwegs. Mit dem Link geht es weiter.',
  },
  administrator: {
    en: 'An administrator has to approve your account first.',
    de: 'Ein Administrator muss das Konto zuerst freigeben.',
  },
} as const
