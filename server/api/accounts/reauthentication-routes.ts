// Declares the routes of re-authentication: list its methods, and complete it.
import { MESSAGE, PASSKEY_OPTIONS, REAUTHENTICATION, SESSION_START } from './account-answers.ts'
import { languageOf } from '#shared/text/language.ts'
import { startReauthentication } from '../../auth/methods/passkey/reauthenticate.ts'
import { completeReauthentication } from '../../auth/reauthentication/complete-reauthentication.ts'
import { listReauthenticationMethods } from '../../auth/reauthentication/reauthentication-methods.ts'
import { sendReauthenticationLink } from '../../auth/methods/link/reauthenticate.ts'
import { jsonResponse } from '../response/response.ts'
import { PASSWORD, object, text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute, offersMethod } from '../routes/route.ts'
import { baseUrlOf } from './base-url.ts'
import { clientInfoOf } from './client-info-of.ts'
import { ownAccount } from './own-account.ts'
import { CREDENTIAL } from './credential-schema.ts'
import { sessionResponse } from './session-response.ts'

const OF_A_SESSION = { requiresSession: true, allowsEnrolment: true } as const

const METHODS = defineRoute({
  method: 'GET',
  path: '/auth/reauthentication',
  id: 'reauthentication_methods',
  response: { schema: REAUTHENTICATION },
  status: 200,
  ...OF_A_SESSION,
  summary: 'The methods by which you can re-authenticate',
  handle: async (dependencies, context) => {
    const { session } = context.caller
    return jsonResponse(200, await listReauthenticationMethods(dependencies, ownAccount(context), session?.key))
  },
})

const REAUTHENTICATE = defineRoute({
  method: 'POST',
  path: '/auth/reauthentication',
  id: 'reauthenticate',
  response: { schema: SESSION_START },
  status: 200,
  ...OF_A_SESSION,
  summary: 'Prove that it is still you, by one way or several',
  body: object(
    {},
    {
      password: PASSWORD,
      code: text({ description: 'Of the authenticator app, or a recovery code.' }),
      link: text({ description: 'The secret of a link that was sent.' }),
      passkey: CREDENTIAL,
    },
    { minProperties: 1 },
  ),
  handle: async (dependencies, context, { body }) => {
    const session = context.caller.session?.key ?? ''
    const origin = baseUrlOf(context.request, dependencies.publicUrl)
    const shown = { session, client: clientInfoOf(context), origin }
    const start = await completeReauthentication(dependencies, ownAccount(context), body, shown)
    return sessionResponse(dependencies, context, 200, start)
  },
})

/** Returns the options that the browser passes to `navigator.credentials.get`. */
const CHALLENGE = defineRoute({
  method: 'POST',
  path: '/auth/reauthentication/passkey/challenge',
  id: 'reauthentication_challenge',
  response: { schema: PASSKEY_OPTIONS },
  status: 200,
  ...OF_A_SESSION,
  summary: 'What to ask the authenticator as proof',
  isOffered: offersMethod('passkey'),
  handle: async (dependencies, context) => {
    const origin = baseUrlOf(context.request, dependencies.publicUrl)
    const options = await startReauthentication(dependencies, ownAccount(context), clientInfoOf(context), origin)
    return jsonResponse(200, options)
  },
})

const LINK = defineRoute({
  method: 'POST',
  path: '/auth/reauthentication/link',
  id: 'request_reauthentication_link',
  response: { schema: MESSAGE },
  status: 202,
  ...OF_A_SESSION,
  summary: 'Have a link sent to prove that it is still you',
  isOffered: offersMethod('link'),
  handle: async (dependencies, context) => {
    await sendReauthenticationLink(dependencies, ownAccount(context), clientInfoOf(context))
    return jsonResponse(202, { message: SENT[languageOf(context.running.model.settings.language)] })
  },
})

export const REAUTHENTICATION_ROUTES: readonly ApiRoute[] = [METHODS, REAUTHENTICATE, CHALLENGE, LINK]

const SENT = { en: 'We sent a message to your address.', de: 'Eine Nachricht ist unterwegs.' }
