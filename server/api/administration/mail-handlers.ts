// Handles the routes of unsent mail for administrators: list, resend, dismiss.
import { dismissMail, listUnsentMail, resendMail } from '../../records/mail/unsent-mail.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { readJson } from '../request/json-body.ts'
import type { Handler } from '../request/request-context.ts'
import { checkParameters } from '../request/query-parameters.ts'
import type { RouteTable } from '../route-table.ts'

const listUnsentHandler: Handler = async (dependencies, { query, actorContext }) => {
  checkParameters(query, [])
  return jsonResponse(200, { items: await listUnsentMail(dependencies, actorContext) })
}

function resendHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    await resendMail(dependencies, context.actorContext, id)
    return NO_CONTENT
  }
}

function dismissHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    await dismissMail(dependencies, context.actorContext, id)
    return NO_CONTENT
  }
}

export const MAIL_ROUTES: RouteTable = {
  'system/mail': { requiresSession: true, handlers: { GET: listUnsentHandler } },
  'system/mail/:id': (id) => ({ requiresSession: true, handlers: { DELETE: dismissHandler(id) } }),
  'system/mail/:id/send': (id) => ({ requiresSession: true, handlers: { POST: resendHandler(id) } }),
}
