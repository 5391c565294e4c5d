// Handles the routes of timers: all for administrators, those of a record for its readers, and "run now".
import { listRecordTimers, listTimers, runTimerNow } from '../../records/timers/list-timers.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { readJson } from '../request/json-body.ts'
import type { Handler } from '../request/request-context.ts'
import { checkParameters, textParameter } from '../request/query-parameters.ts'
import type { RouteTable } from '../route-table.ts'

const listHandler: Handler = async (dependencies, { query, actorContext }) => {
  checkParameters(query, ['entity', 'record'])
  const [entity, record] = [textParameter(query, 'entity'), textParameter(query, 'record')]
  const items =
    entity === undefined && record === undefined
      ? await listTimers(dependencies, actorContext)
      : await listRecordTimers(dependencies, actorContext, entity ?? '', record ?? '')
  return jsonResponse(200, { items })
}

function runHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    await runTimerNow(dependencies, context.actorContext, id)
    return NO_CONTENT
  }
}

export const TIMER_ROUTES: RouteTable = {
  'system/timers': { handlers: { GET: listHandler } },
  'system/timers/:id/run': (id) => ({ requiresSession: true, handlers: { POST: runHandler(id) } }),
}
