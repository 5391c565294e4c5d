// Declares the routes of change sets: list, undo, and the state and end of an undo in the background.
import { CHANGES_ANSWER, UNDO_STATUS, UNDONE } from './system-answers.ts'
import { UNDONE_AT_ONCE } from '#shared/protocol/changes.ts'
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { listChanges } from '../records/changes/list-changes.ts'
import { findOwn } from '../records/background/background-row.ts'
import { startUndo, stopUndo } from '../records/changes/background/start-undo.ts'
import type { StoredUndo } from '../records/changes/background/undo-row.ts'
import { describeUndo } from '../records/changes/background/undo-row.ts'
import { requireUndoable, undoChanges } from '../records/changes/undo-changes.ts'
import { CONFIRM, PAGE_QUERY, PREFER } from './records/record-parameters.ts'
import { confirmedCodes } from './request/confirmed-codes.ts'
import { readCursor, writeCursor } from './request/cursor.ts'
import { prefersAsync } from './request/prefers-async.ts'
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
  otherResponses: {
    202: {
      description: 'It is done in the background: for more than 5,000 changes, and where it is preferred.',
      schema: UNDO_STATUS,
      headers: { Location: { description: 'Where its state is read.', schema: { type: 'string' } } },
    },
  },
  status: 200,
  requiresSession: true,
  summary: 'Undo what was changed together, all of it or nothing, as you could by hand',
  headers: [CONFIRM, PREFER],
  handle: async (dependencies, { actorContext, request }, { parameters: { id } }) => {
    const confirmed = confirmedCodes(request.headers['confirm'])
    const changes = await requireUndoable(dependencies, dependencies.storage.database, actorContext, id)
    if (changes <= UNDONE_AT_ONCE && !prefersAsync(request.headers['prefer']))
      return jsonResponse(200, await undoChanges(dependencies, actorContext, id, { confirmed }))
    const status = await startUndo(dependencies, actorContext, { changeSet: id, changes, confirmed })
    return jsonResponse(202, status, ['Location', `/api/system/undos/${status.id}`])
  },
})

const STATE = defineRoute({
  method: 'GET',
  path: '/system/undos/:id',
  id: 'read_undo',
  response: { schema: UNDO_STATUS },
  status: 200,
  requiresSession: true,
  summary: 'How far an undo of yours in the background is, and what came of it; for a day',
  handle: async (dependencies, { actorContext: { actor } }, { parameters: { id } }) =>
    jsonResponse(200, describeUndo(await findOwn<StoredUndo>(dependencies, 'undo', actor, id), dependencies.undos)),
})

const STOP = defineRoute({
  method: 'POST',
  path: '/system/undos/:id/stop',
  id: 'stop_undo',
  response: { schema: UNDO_STATUS },
  status: 200,
  requiresSession: true,
  summary: 'Stop an undo of yours: nothing of it is kept',
  handle: async (dependencies, { actorContext: { actor, now } }, { parameters: { id } }) =>
    jsonResponse(200, await stopUndo(dependencies, actor, id, now)),
})

export const CHANGE_ROUTES: readonly ApiRoute[] = [LIST, UNDO, STATE, STOP]
