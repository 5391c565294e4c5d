// The audit for administrators: read by event and by person, page by page, and not to be written by any call.
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { AUDIT_EVENTS } from '../../records/audit/audit-event.ts'
import { readAudit } from '../../records/audit/read-audit.ts'
import { jsonAnswer } from '../answer.ts'
import { badRequest } from '../bad-request.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import type { Call } from '../exchange.ts'
import { checkParameters, limitParameter, textParameter } from '../parameters.ts'
import type { Resources } from '../resources.ts'

const auditCall: Call = async (dependencies, { query, acting }) => {
  checkParameters(query, ['event', 'person', 'limit', 'after'])
  const event = textParameter(query, 'event')
  const person = textParameter(query, 'person')
  const after = textParameter(query, 'after')
  if (event !== undefined && !Object.hasOwn(AUDIT_EVENTS, event))
    throw badRequest('bad_request', `There is no event ${event}; there are ${Object.keys(AUDIT_EVENTS).join(', ')}.`)
  const list = `audit ${event ?? ''} ${person ?? ''}`
  const { next, ...body } = await readAudit(dependencies, acting, {
    limit: limitParameter(query, DEFAULT_LIMIT),
    ...(event === undefined ? {} : { event }),
    ...(person === undefined ? {} : { person }),
    ...(after === undefined ? {} : { before: Number(readCursor(list, after)[0]) }),
  })
  return jsonAnswer(200, { ...body, next: next === null ? null : writeCursor(list, [next]) })
}

export const AUDIT_RESOURCES: Resources = {
  'system/audit': { signedIn: true, calls: { GET: auditCall } },
}
