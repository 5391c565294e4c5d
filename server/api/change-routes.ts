// Declares the routes of change sets: list, and undo.
import { CHANGES_ANSWER, UNDONE } from './system-answers.ts'
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { listChanges } from '../records/changes/list-changes.ts'
import { undoChanges } from '../records/changes/undo-changes.ts'
import { CONFIRM, PAGE_QUERY } from './records/record-parameters.ts'
import { confirmedCodes } from './request/confirmed-codes.ts'
import { readCursor, writeCursor } from './request/cursor.ts'
import { jsonResponse } from './response/response.ts'
import { text } from './routes/body-schema.ts'
import type { ApiRoute } from './routes/route.ts'
import { defineRoute } from './routes/route.ts'

const LIST = defineRoute({
  method: 'GET',
  path: '/system/changes',
  id: 'changes',
  response: { schema: CHANGES_ANSWER },
  status: 200,
  requiresSession: true,
  summary: 'What you have changed, newest first; for administrators who may read all data, what anybody has',
  query: { person: text(), ...PAGE_QUERY },
  handle: async (dependencies, { actorContext }, { query: { limit = DEFAULT_LIMIT, after, person } }) => {
    const list = `changes ${person ?? ''}`
    const before = after === undefined ? undefined : String(readCursor(list, after)[0])
    const { items, next } = await listChanges(dependencies, actorContext, { limit, before, person })
    return jsonResponse(200, { items, next: next === null ? null : writeCursor(list, [next]) })
  },
})

const UNDO = defineRoute({
  method: 'POST',
  path: '/system/changes/:id/undo',
  id: 'undo_changes',
  response: { schema: UNDONE },
  status: 200,
  requiresSession: true,
  summary: 'Undo what was changed together, all of it or nothing, as you could by hand',
  headers: [CONFIRM],
  handle: async (dependencies, { actorContext, request }, { parameters: { id } }) =>
    jsonResponse(
      200,
      await undoChanges(dependencies, actorContext, id, { confirmed: confirmedCodes(request.headers['confirm']) }),
    ),
})

export const CHANGE_ROUTES: readonly ApiRoute[] = [LIST, UNDO]
