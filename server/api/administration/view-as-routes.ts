// Declares the routes with which an administrator starts and stops viewing as another person.
import { startViewing, stopViewing } from '../../auth/viewing/view-as.ts'
import { clientInfoOf } from '../accounts/client-info-of.ts'
import { NO_CONTENT } from '../response/response.ts'
import { either, list, object, text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { refused } from '../../policy/refused.ts'

const START = defineRoute({
  method: 'POST',
  path: '/auth/view-as',
  id: 'view_as',
  status: 204,
  offeredTo: 'administrators',
  summary: 'View as a person, or as somebody with roles; nothing can be written meanwhile',
  body: either(object({ person: text() }), object({ roles: list(text()) })),
  handle: async (dependencies, context, { body }) => {
    const { caller, actorContext } = context
    // A token has no session that this could end with.
    if (caller.session === undefined) throw refused('not_allowed')
    await startViewing(dependencies, actorContext, caller.session.key, body, clientInfoOf(context))
    return NO_CONTENT
  },
})

const STOP = defineRoute({
  // For those too who are no longer administrators: it gives back their own session.
  method: 'DELETE',
  path: '/auth/view-as',
  id: 'stop_viewing',
  status: 204,
  offeredTo: 'people',
  summary: 'Stop viewing as somebody else',
  allowedWhileViewing: true,
  handle: async (dependencies, context) => {
    const { caller, actorContext } = context
    if (caller.session !== undefined)
      await stopViewing(dependencies, actorContext.now, caller.session.key, clientInfoOf(context))
    return NO_CONTENT
  },
})

export const VIEW_AS_ROUTES: readonly ApiRoute[] = [START, STOP]
