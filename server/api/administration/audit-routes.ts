// Declares the route of the audit for administrators: pages by event and by person, read-only.
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { AUDIT_EVENTS } from '../../records/audit/audit-event.ts'
import { readAudit } from '../../records/audit/read-audit.ts'
import { jsonResponse } from '../response/response.ts'
import { readCursor, writeCursor } from '../request/cursor.ts'
import { PAGE_QUERY } from '../records/record-parameters.ts'
import { text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { refused } from '../../policy/refused.ts'

const AUDIT = defineRoute({
  ...{ method: 'GET', path: '/system/audit', id: 'audit', summary: 'What was noted, newest first', status: 200 },
  ...{ requiresSession: true, offeredTo: 'administrators' },
  query: { event: text(), person: text(), ...PAGE_QUERY },
  handle: async (dependencies, { actorContext }, { query: { limit = DEFAULT_LIMIT, after, event, person } }) => {
    if (event !== undefined && !Object.hasOwn(AUDIT_EVENTS, event))
      throw refused('unknown_event', { event, known: Object.keys(AUDIT_EVENTS).join(', ') })
    const list = `audit ${event ?? ''} ${person ?? ''}`
    const { next, ...body } = await readAudit(dependencies, actorContext, {
      limit,
      ...(event === undefined ? {} : { event }),
      ...(person === undefined ? {} : { person }),
      ...(after === undefined ? {} : { before: Number(readCursor(list, after)[0]) }),
    })
    return jsonResponse(200, { ...body, next: next === null ? null : writeCursor(list, [next]) })
  },
})

export const AUDIT_ROUTES: readonly ApiRoute[] = [AUDIT]
