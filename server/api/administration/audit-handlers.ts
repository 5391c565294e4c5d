// Handles the route of the audit for administrators: pages by event and by person, read-only.
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { AUDIT_EVENTS } from '../../records/audit/audit-event.ts'
import { readAudit } from '../../records/audit/read-audit.ts'
import { jsonResponse } from '../response/response.ts'
import { badRequest } from '../request/bad-request.ts'
import { readCursor, writeCursor } from '../request/cursor.ts'
import type { Handler } from '../request/request-context.ts'
import { checkParameters, limitParameter, textParameter } from '../request/query-parameters.ts'
import type { RouteTable } from '../route-table.ts'

const auditHandler: Handler = async (dependencies, { query, actorContext }) => {
  checkParameters(query, ['event', 'person', 'limit', 'after'])
  const event = textParameter(query, 'event')
  const person = textParameter(query, 'person')
  const after = textParameter(query, 'after')
  if (event !== undefined && !Object.hasOwn(AUDIT_EVENTS, event))
    throw badRequest('bad_request', `There is no event ${event}; there are ${Object.keys(AUDIT_EVENTS).join(', ')}.`)
  const list = `audit ${event ?? ''} ${person ?? ''}`
  const { next, ...body } = await readAudit(dependencies, actorContext, {
    limit: limitParameter(query, DEFAULT_LIMIT),
    ...(event === undefined ? {} : { event }),
    ...(person === undefined ? {} : { person }),
    ...(after === undefined ? {} : { before: Number(readCursor(list, after)[0]) }),
  })
  return jsonResponse(200, { ...body, next: next === null ? null : writeCursor(list, [next]) })
}

export const AUDIT_ROUTES: RouteTable = {
  'system/audit': { requiresSession: true, handlers: { GET: auditHandler } },
}
