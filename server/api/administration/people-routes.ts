// Declares the routes of people for administrators: list, sign-in methods, end sessions.
import { OPEN_RECORDS, PEOPLE_ANSWER, REASSIGNED } from './administration-answers.ts'
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { revokeAccessOfPerson } from '../../auth/people/revoke-access-of-person.ts'
import { listPeople } from '../../auth/people/list-people.ts'
import { reassign, listOpenRecords } from '../../records/people/reassign.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { readCursor, writeCursor } from '../request/cursor.ts'
import { PAGE_QUERY } from '../records/record-parameters.ts'
import { list, object, parameter, text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'

const LONGEST_SEARCH = 100

const LIST = defineRoute({
  method: 'GET',
  path: '/system/people',
  id: 'people_accounts',
  response: { schema: PEOPLE_ANSWER },
  summary: 'People, and how each signs in',
  requiresSession: true,
  offeredTo: 'administrators',
  status: 200,
  query: { search: parameter(), ...PAGE_QUERY },
  handle: async (
    dependencies,
    { actorContext },
    { query: { limit = DEFAULT_LIMIT, after, search: searched = '' } },
  ) => {
    // By characters: half of one would be no text.
    const search = [...searched.trim()].slice(0, LONGEST_SEARCH).join('') || undefined
    const cursor = `people ${search ?? ''}`
    const { next, ...body } = await listPeople(dependencies, actorContext, {
      limit,
      ...(search === undefined ? {} : { search }),
      ...(after === undefined ? {} : { after: readCursor(cursor, after) }),
    })
    return jsonResponse(200, { ...body, next: next === null ? null : writeCursor(cursor, next) })
  },
})

const END_SESSIONS = defineRoute({
  method: 'DELETE',
  path: '/system/people/:id/sessions',
  id: 'end_access',
  status: 204,
  summary: 'End all sessions and tokens of a person; by a session that was proven in the last hour',
  requiresSession: true,
  offeredTo: 'administrators',
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await revokeAccessOfPerson(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

const OPEN = defineRoute({
  method: 'GET',
  path: '/system/people/:id/open',
  id: 'open_records',
  response: { schema: OPEN_RECORDS },
  status: 200,
  summary: 'What is open under the name of a person: how many records, by entity and relation',
  requiresSession: true,
  offeredTo: 'administrators',
  handle: async (dependencies, { actorContext }, { parameters: { id } }) =>
    jsonResponse(200, { items: await listOpenRecords(dependencies, actorContext, id) }),
})

const REASSIGN = defineRoute({
  method: 'POST',
  path: '/system/people/:id/reassign',
  id: 'reassign',
  response: { schema: REASSIGNED },
  status: 200,
  summary: 'Reassign the open records of a person to another, as one change set',
  requiresSession: true,
  offeredTo: 'administrators',
  body: object({ to: text(), fields: list(object({ entity: text(), field: text() }), { minItems: 1, maxItems: 200 }) }),
  handle: async (dependencies, { actorContext }, { parameters: { id }, body: { to, fields } }) =>
    jsonResponse(200, await reassign(dependencies, actorContext, { person: id, to, fields })),
})

export const PEOPLE_ROUTES: readonly ApiRoute[] = [LIST, END_SESSIONS, OPEN, REASSIGN]
