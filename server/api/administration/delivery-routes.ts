// Declares the routes of webhooks for administrators: list, resend, dismiss.
import { DELIVERIES } from './administration-answers.ts'
import { dismissDelivery, listDeliveries, resendDelivery } from '../../records/webhooks/list-deliveries.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'

const FOR_ADMINISTRATORS = { requiresSession: true, offeredTo: 'administrators' } as const

const LIST = defineRoute({
  method: 'GET',
  path: '/system/deliveries',
  id: 'deliveries',
  response: { schema: DELIVERIES },
  status: 200,
  offeredTo: 'administrators',
  summary: 'Webhooks, with what became of them',
  handle: async (dependencies, { actorContext }) =>
    jsonResponse(200, { items: await listDeliveries(dependencies, actorContext) }),
})

const DISMISS = defineRoute({
  method: 'DELETE',
  path: '/system/deliveries/:id',
  id: 'dismiss_delivery',
  status: 204,
  summary: 'Dismiss a webhook that could not be delivered',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await dismissDelivery(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

const RESEND = defineRoute({
  method: 'POST',
  path: '/system/deliveries/:id/send',
  id: 'resend_delivery',
  status: 204,
  summary: 'Send a webhook again that could not be delivered',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await resendDelivery(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

export const DELIVERY_ROUTES: readonly ApiRoute[] = [LIST, DISMISS, RESEND]
