// Declares the routes of OpenID Connect providers: start, callback, link and unlink.
import { ELSEWHERE, PROVIDERS } from './account-answers.ts'
import { localPath } from '#shared/text/local-path.ts'
import { listProviders, unlinkIdentity } from '../../auth/methods/provider/manage.ts'
import { requireReauthentication } from '../../auth/sessions/require-reauthentication.ts'
import { invitationGone, readShownInvitation } from '../../auth/sign-up/redeem-invitation.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { ownAccount } from './own-account.ts'
import { clientInfoOf } from './client-info-of.ts'

import type { ApiRoute } from '../routes/route.ts'
import { object, parameter, text } from '../routes/body-schema.ts'
import { defineRoute, offersMethod } from '../routes/route.ts'
import {
  ACCOUNT_PAGE,
  answerCallback,
  providerOf,
  redirect,
  redirectOnRefusal,
  startFlow,
} from './provider-redirects.ts'
import { refused } from '../../policy/refused.ts'

const PROVIDER = { isOffered: offersMethod('provider') } as const
const NEXT = parameter({ description: 'A path of this application.' })

const LIST = defineRoute({
  method: 'GET',
  path: '/auth/providers',
  id: 'providers',
  response: { schema: PROVIDERS },
  summary: 'Providers that you can link',
  status: 200,
  ...PROVIDER,
  requiresSession: true,
  handle: async (dependencies, { actorContext }) =>
    jsonResponse(200, { items: await listProviders(dependencies, actorContext) }),
})

/** A link that the browser follows: on to the provider, or back to the sign-in page with what is the matter. */
const START = defineRoute({
  method: 'GET',
  path: '/auth/providers/:id/start',
  id: 'start_sign_in',
  status: 303,
  summary: 'Sign in by a provider, in a browser',
  ...PROVIDER,
  isForSignIn: true,
  query: { next: NEXT },
  handle: async (dependencies, context, { parameters: { id }, query }) => {
    const provider = providerOf(dependencies, context, id)
    const next = localPath(query.next ?? null)
    return redirectOnRefusal(dependencies, context, provider, next, async () => {
      const { url, cookie } = await startFlow(dependencies, context, provider, { provider: id, next, linkTo: null })
      return redirect(url, [cookie])
    })
  },
})

/**
 * Starts a sign-in for somebody who is invited, so that the invitation is in no address. The page then goes to the
 * address that is returned.
 */
const START_INVITED = defineRoute({
  method: 'POST',
  path: '/auth/providers/:id/start',
  id: 'start_invited',
  response: { schema: ELSEWHERE },
  status: 200,
  summary: 'Accept an invitation by a provider: where to go',
  ...PROVIDER,
  isForSignIn: true,
  body: object({ invitation: text() }),
  handle: async (dependencies, context, { parameters: { id }, body: { invitation } }) => {
    const provider = providerOf(dependencies, context, id)
    const shown = readShownInvitation(invitation)
    if (shown === undefined) throw invitationGone()
    const flow = { provider: id, next: '/', linkTo: null, invitation: shown.link }
    const { url, cookie } = await startFlow(dependencies, context, provider, flow)
    return jsonResponse(200, { url }, ['Set-Cookie', cookie])
  },
})

/** Only a page of ours may begin to link: the address comes back for it to go to. */
const LINK = defineRoute({
  method: 'POST',
  path: '/auth/providers/:id/link',
  id: 'link_provider',
  response: { schema: ELSEWHERE },
  status: 200,
  summary: 'Link a provider: where to go',
  ...PROVIDER,
  requiresSession: true,
  handle: async (dependencies, context, { parameters: { id } }) => {
    const provider = providerOf(dependencies, context, id)
    const { caller, actorContext } = context
    await requireReauthentication(dependencies.storage.database, caller.session?.key, actorContext.now)
    const flow = { provider: id, next: ACCOUNT_PAGE, linkTo: actorContext.actor.person?.id ?? '' }
    const { url, cookie } = await startFlow(dependencies, context, provider, flow)
    return jsonResponse(200, { url }, ['Set-Cookie', cookie])
  },
})

/**
 * Starts a proof by a provider: the page goes to the provider, and returns to where it was. A person who is signed in
 * at the provider has to prove it again.
 */
const REAUTHENTICATE = defineRoute({
  method: 'POST',
  path: '/auth/providers/:id/prove',
  id: 'prove_by_provider',
  response: { schema: ELSEWHERE },
  status: 200,
  summary: 'Prove by a provider that it is still you: where to go',
  ...PROVIDER,
  requiresSession: true,
  allowsEnrolment: true,
  body: object({ next: NEXT }),
  handle: async (dependencies, context, { parameters: { id }, body: { next } }) => {
    const provider = providerOf(dependencies, context, id)
    const person = ownAccount(context).actor.person?.id ?? ''
    const flow = { provider: id, next: localPath(next), linkTo: person, proves: true }
    const { url, cookie } = await startFlow(dependencies, context, provider, flow)
    return jsonResponse(200, { url }, ['Set-Cookie', cookie])
  },
})

/** Providers add parameters of their own. */
const CALLBACK = defineRoute({
  method: 'GET',
  path: '/auth/providers/:id/callback',
  id: 'finish_sign_in',
  status: 303,
  summary: 'Where the provider leads the browser back to',
  ...PROVIDER,
  isForSignIn: true,
  allowsEnrolment: true,
  allowsOtherParameters: true,
  query: { state: parameter(), code: parameter(), iss: parameter(), error: parameter() },
  handle: (dependencies, context, { parameters: { id } }) => answerCallback(dependencies, context, id),
})

const UNLINK = defineRoute({
  method: 'DELETE',
  path: '/auth/providers/:id',
  id: 'unlink_provider',
  summary: 'Unlink a provider',
  ...PROVIDER,
  requiresSession: true,
  status: 204,
  handle: async (dependencies, context, { parameters: { id } }) => {
    const provider = providerOf(dependencies, context, id)
    const { actorContext, caller } = context
    if (!(await unlinkIdentity(dependencies, actorContext, provider, clientInfoOf(context), caller.session?.key)))
      throw refused('not_found')
    return NO_CONTENT
  },
})

/** The `:id` of a provider is its name in addresses: "My Company" is `my-company`. */
export const PROVIDER_ROUTES: readonly ApiRoute[] = [
  ...[START, START_INVITED, CALLBACK],
  ...[LIST, LINK, REAUTHENTICATE, UNLINK],
]
