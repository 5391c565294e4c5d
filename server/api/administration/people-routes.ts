// Declares the routes of people for administrators: list, sign-in methods, end sessions.
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { revokeAccessOfPerson } from '../../auth/people/revoke-access-of-person.ts'
import { listPeople } from '../../auth/people/list-people.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { readCursor, writeCursor } from '../request/cursor.ts'
import { PAGE_QUERY } from '../records/record-parameters.ts'
import { text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'

const LONGEST_SEARCH = 100

const LIST = defineRoute({
  ...{ method: 'GET', path: '/system/people', id: 'people_accounts', summary: 'People, and how each signs in' },
  ...{ requiresSession: true, offeredTo: 'administrators', status: 200 },
  query: { search: text(), ...PAGE_QUERY },
  handle: async (
    dependencies,
    { actorContext },
    { query: { limit = DEFAULT_LIMIT, after, search: searched = '' } },
  ) => {
    // By characters: half of one would be no text.
    const search = [...searched.trim()].slice(0, LONGEST_SEARCH).join('') || undefined
    const list = `people ${search ?? ''}`
    const { next, ...body } = await listPeople(dependencies, actorContext, {
      limit,
      ...(search === undefined ? {} : { search }),
      ...(after === undefined ? {} : { after: readCursor(list, after) }),
    })
    return jsonResponse(200, { ...body, next: next === null ? null : writeCursor(list, next) })
  },
})

const END_SESSIONS = defineRoute({
  ...{ method: 'DELETE', path: '/system/people/:id/sessions', id: 'end_access', status: 204 },
  summary: 'End all sessions and tokens of a person; by a session that was proven in the last hour',
  ...{ requiresSession: true, offeredTo: 'administrators' },
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await revokeAccessOfPerson(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

export const PEOPLE_ROUTES: readonly ApiRoute[] = [LIST, END_SESSIONS]
