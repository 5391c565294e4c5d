// People for administrators: who there is, how each signs in, and ending what is open. What is theirs otherwise has calls of its own.
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { endAccessOf } from '../../auth/people/end-access-of.ts'
import { listPeople } from '../../auth/people/list-people.ts'
import { jsonAnswer, NO_CONTENT } from '../answer.ts'
import { readJson } from '../body.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import type { Call } from '../exchange.ts'
import { checkParameters, limitParameter, textParameter } from '../parameters.ts'
import type { Resources } from '../resources.ts'

const LONGEST_SEARCH = 100

const peopleCall: Call = async (dependencies, { query, acting }) => {
  checkParameters(query, ['search', 'limit', 'after'])
  const searched = textParameter(query, 'search')?.trim() ?? ''
  // By characters: half of one would be no text.
  const search = [...searched].slice(0, LONGEST_SEARCH).join('') || undefined
  const after = textParameter(query, 'after')
  const list = `people ${search ?? ''}`
  const { next, ...body } = await listPeople(dependencies, acting, {
    limit: limitParameter(query, DEFAULT_LIMIT),
    ...(search === undefined ? {} : { search }),
    ...(after === undefined ? {} : { after: readCursor(list, after) }),
  })
  return jsonAnswer(200, { ...body, next: next === null ? null : writeCursor(list, next) })
}

function endSessionsCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    await endAccessOf(dependencies, exchange.acting, id)
    return NO_CONTENT
  }
}

export const PEOPLE_RESOURCES: Resources = {
  'system/people': { signedIn: true, calls: { GET: peopleCall } },
  'system/people/:id/sessions': (id) => ({ signedIn: true, calls: { DELETE: endSessionsCall(id) } }),
}
