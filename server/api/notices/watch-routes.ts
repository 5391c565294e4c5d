// Declares the routes of what a person watches: list, watch, stop watching.
import { WATCHES } from '../system-answers.ts'
import { listWatches, unwatchRecord, watchRecord } from '../../records/notices/watches.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'

const LIST = defineRoute({
  method: 'GET',
  path: '/system/watches',
  id: 'watches',
  response: { schema: WATCHES },
  status: 200,
  requiresSession: true,
  summary: 'The records that you watch',
  handle: async (dependencies, { actorContext }) =>
    jsonResponse(200, { items: await listWatches(dependencies, actorContext) }),
})

const WATCH = defineRoute({
  method: 'PUT',
  path: '/system/watches/:path/:id',
  id: 'watch',
  status: 204,
  requiresSession: true,
  summary: 'Watch a record: you are notified of its changes as long as you may read it',
  handle: async (dependencies, { actorContext }, { parameters }) => {
    await watchRecord(dependencies, actorContext, parameters)
    return NO_CONTENT
  },
})

const UNWATCH = defineRoute({
  method: 'DELETE',
  path: '/system/watches/:path/:id',
  id: 'unwatch',
  status: 204,
  requiresSession: true,
  summary: 'Stop watching a record',
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await unwatchRecord(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

export const WATCH_ROUTES: readonly ApiRoute[] = [LIST, WATCH, UNWATCH]
