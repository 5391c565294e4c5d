// Declares the route of the people that can be mentioned in a text beside a record.
import { MENTIONABLE_ANSWER } from '../system-answers.ts'
import { findMentionable } from '../../records/notices/find-mentionable.ts'
import { jsonResponse } from '../response/response.ts'
import { parameter, text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'

const MENTIONABLE = defineRoute({
  method: 'GET',
  path: '/system/mentions/:path/:id',
  id: 'mentionable',
  response: { schema: MENTIONABLE_ANSWER },
  status: 200,
  requiresSession: true,
  summary: 'People who may read a record, of those whose names you may read: who can be mentioned beside it',
  query: {
    search: text({ description: 'A part of the name.' }),
    text: parameter({
      description: 'Instead: a text with mentions ("@Ada King"); answered are those who are mentioned in it.',
    }),
  },
  handle: async (dependencies, { actorContext }, { parameters: { path, id }, query }) => {
    const { search = '', text: mentioning } = query
    const request = { path, record: id, search: search.slice(0, 100), text: mentioning }
    return jsonResponse(200, { items: await findMentionable(dependencies, actorContext, request) })
  },
})

export const MENTION_ROUTES: readonly ApiRoute[] = [MENTIONABLE]
