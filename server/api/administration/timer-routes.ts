// Declares the routes of timers: all for administrators, those of a record for its readers, and "run now".
import { TIMER } from '../openapi/system-schemas.ts'
import { itemsOf } from '../routes/answer-schema.ts'
import { listRecordTimers, listTimers, runTimerNow } from '../../records/timers/list-timers.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'

const LIST = defineRoute({
  method: 'GET',
  path: '/system/timers',
  id: 'timers',
  response: { schema: itemsOf(TIMER) },
  status: 200,
  offeredTo: 'people',
  summary: 'Timers that are due, late or failed; of one record, for its readers',
  query: { entity: text(), record: text() },
  handle: async (dependencies, { actorContext }, { query: { entity, record } }) => {
    const items =
      entity === undefined && record === undefined
        ? await listTimers(dependencies, actorContext)
        : await listRecordTimers(dependencies, actorContext, entity ?? '', record ?? '')
    return jsonResponse(200, { items })
  },
})

const RUN = defineRoute({
  method: 'POST',
  path: '/system/timers/:id/run',
  id: 'run_timer',
  status: 204,
  summary: 'Run a timer now, or again after it was refused',
  requiresSession: true,
  offeredTo: 'administrators',
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await runTimerNow(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

export const TIMER_ROUTES: readonly ApiRoute[] = [LIST, RUN]
