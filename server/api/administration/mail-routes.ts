// Declares the routes of unsent mail for administrators: list, resend, dismiss.
import { UNSENT_MAIL } from './administration-answers.ts'
import { sendTestMail } from '../../records/mail/test-mail.ts'
import { dismissMail, listUnsentMail, resendMail } from '../../records/mail/unsent-mail.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'

const FOR_ADMINISTRATORS = { requiresSession: true, offeredTo: 'administrators' } as const

const LIST = defineRoute({
  method: 'GET',
  path: '/system/mail',
  id: 'unsent_mail',
  response: { schema: UNSENT_MAIL },
  summary: 'Messages that could not be sent',
  status: 200,
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, { actorContext }) =>
    jsonResponse(200, { items: await listUnsentMail(dependencies, actorContext) }),
})

const DISMISS = defineRoute({
  method: 'DELETE',
  path: '/system/mail/:id',
  id: 'dismiss_mail',
  summary: 'Dismiss an unsent message',
  ...FOR_ADMINISTRATORS,
  status: 204,
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await dismissMail(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

const RESEND = defineRoute({
  method: 'POST',
  path: '/system/mail/:id/send',
  id: 'resend_mail',
  summary: 'Send a message again',
  ...FOR_ADMINISTRATORS,
  status: 204,
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await resendMail(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

const TEST = defineRoute({
  method: 'POST',
  path: '/system/mail/test',
  id: 'test_mail',
  summary: 'Send a test mail to yourself',
  ...FOR_ADMINISTRATORS,
  status: 204,
  handle: async (dependencies, { actorContext }) => {
    await sendTestMail(dependencies, actorContext)
    return NO_CONTENT
  },
})

export const MAIL_ROUTES: readonly ApiRoute[] = [LIST, DISMISS, RESEND, TEST]
