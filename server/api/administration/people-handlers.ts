// Handles the routes of people for administrators: list, sign-in methods, end sessions.
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { revokeAccessOfPerson } from '../../auth/people/revoke-access-of-person.ts'
import { listPeople } from '../../auth/people/list-people.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { readJson } from '../request/json-body.ts'
import { readCursor, writeCursor } from '../request/cursor.ts'
import type { Handler } from '../request/request-context.ts'
import { checkParameters, limitParameter, textParameter } from '../request/query-parameters.ts'
import type { RouteTable } from '../route-table.ts'

const LONGEST_SEARCH = 100

const peopleHandler: Handler = async (dependencies, { query, actorContext }) => {
  checkParameters(query, ['search', 'limit', 'after'])
  const searched = textParameter(query, 'search')?.trim() ?? ''
  // By characters: half of one would be no text.
  const search = [...searched].slice(0, LONGEST_SEARCH).join('') || undefined
  const after = textParameter(query, 'after')
  const list = `people ${search ?? ''}`
  const { next, ...body } = await listPeople(dependencies, actorContext, {
    limit: limitParameter(query, DEFAULT_LIMIT),
    ...(search === undefined ? {} : { search }),
    ...(after === undefined ? {} : { after: readCursor(list, after) }),
  })
  return jsonResponse(200, { ...body, next: next === null ? null : writeCursor(list, next) })
}

function endSessionsHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    await revokeAccessOfPerson(dependencies, context.actorContext, id)
    return NO_CONTENT
  }
}

export const PEOPLE_ROUTES: RouteTable = {
  'system/people': { requiresSession: true, handlers: { GET: peopleHandler } },
  'system/people/:id/sessions': (id) => ({ requiresSession: true, handlers: { DELETE: endSessionsHandler(id) } }),
}
