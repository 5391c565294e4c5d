// Declares the routes of one's own choice of mail: list the kinds of notifications, switch one on or off.
import { MAIL_CHOICES } from './account-answers.ts'
import { chooseMail, listMailChoices } from '../../records/notices/mail-choices.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { object, text, truth } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'

const LIST = defineRoute({
  method: 'GET',
  path: '/system/mail-choices',
  id: 'mail_choices',
  response: { schema: MAIL_CHOICES },
  status: 200,
  requiresSession: true,
  summary: 'Which notifications you get by mail too',
  handle: async (dependencies, { actorContext }) =>
    jsonResponse(200, await listMailChoices(dependencies, actorContext)),
})

const CHOOSE = defineRoute({
  method: 'PUT',
  path: '/system/mail-choices',
  id: 'choose_mail',
  status: 204,
  requiresSession: true,
  summary: 'Switch the mail of a kind of notifications on or off',
  body: object({ kind: text(), mail: truth() }),
  handle: async (dependencies, { actorContext }, { body }) => {
    await chooseMail(dependencies, actorContext, body)
    return NO_CONTENT
  },
})

export const MAIL_CHOICE_ROUTES: readonly ApiRoute[] = [LIST, CHOOSE]
