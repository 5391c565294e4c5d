// Declares the route of the audit for administrators: pages by event and by person, read-only.
import { AUDIT_ANSWER } from './administration-answers.ts'
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { addressKey } from '../../auth/address-key.ts'
import type { AuditEvent } from '../../records/audit/audit-event.ts'
import { isAuditEvent, storedNamesOf, AUDIT_EVENTS } from '../../records/audit/audit-event.ts'
import { exportAudit } from '../../records/audit/export-audit.ts'
import { readAudit } from '../../records/audit/read-audit.ts'
import { jsonResponse, NDJSON_TYPE } from '../response/response.ts'
import { streamResponse } from '../response/stream-response.ts'
import { readCursor, writeCursor } from '../request/cursor.ts'
import { PAGE_QUERY } from '../records/record-parameters.ts'
import { integer, text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { refused } from '../../policy/refused.ts'

const AUDIT = defineRoute({
  method: 'GET',
  path: '/system/audit',
  id: 'audit',
  response: { schema: AUDIT_ANSWER },
  summary: 'What was noted, newest first',
  status: 200,
  requiresSession: true,
  offeredTo: 'administrators',
  query: { event: text(), person: text(), ...PAGE_QUERY },
  handle: async (dependencies, { actorContext }, { query: { limit = DEFAULT_LIMIT, after, event, person } }) => {
    requireKnownEvent(event)
    const list = `audit ${event ?? ''} ${person ?? ''}`
    const { next, ...body } = await readAudit(dependencies, actorContext, {
      limit,
      ...(event === undefined ? {} : { events: storedNamesOf(event) }),
      ...(person === undefined ? {} : { person }),
      ...(after === undefined ? {} : { before: Number(readCursor(list, after)[0]) }),
    })
    return jsonResponse(200, { ...body, next: next === null ? null : writeCursor(list, [next]) })
  },
})

const EXPORT = defineRoute({
  method: 'GET',
  path: '/system/audit/export',
  id: 'export_audit',
  status: 200,
  summary: 'All that was noted up to now, the oldest first, an entry a line',
  requiresSession: true,
  offeredTo: 'administrators',
  streams: true,
  time: { response: 600_000 },
  query: {
    event: text(),
    person: text(),
    after: integer({ minimum: 0, description: 'Number of the last entry that you have.' }),
  },
  response: { type: NDJSON_TYPE, schema: { type: 'string' } },
  handle: async (dependencies, { actorContext, address }, { query: { event, person, after } }) => {
    requireKnownEvent(event)
    const request = {
      ...(event === undefined ? {} : { events: storedNamesOf(event) }),
      ...(person === undefined ? {} : { person }),
      ...(after === undefined ? {} : { after }),
    }
    const note = { path: '/api/system/audit/export', address: addressKey(address) }
    const disposition = ['Content-Disposition', 'attachment; filename="audit.ndjson"']
    return streamResponse(NDJSON_TYPE, toLines(exportAudit(dependencies, actorContext, request, note)), disposition)
  },
})

export const AUDIT_ROUTES: readonly ApiRoute[] = [AUDIT, EXPORT]

function requireKnownEvent(event: string | undefined): asserts event is AuditEvent | undefined {
  if (event !== undefined && !isAuditEvent(event))
    throw refused('unknown_event', { event, known: Object.keys(AUDIT_EVENTS).join(', ') })
}

async function* toLines(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string, void> {
  for await (const page of pages) yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}
