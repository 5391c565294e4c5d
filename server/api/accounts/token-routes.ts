// Declares the routes of a person's own API tokens: list, create, revoke.
import { API_TOKENS, NEW_API_TOKEN } from './account-answers.ts'
import { issueApiToken, revokeApiToken, listApiTokens } from '../../auth/tokens/api-tokens.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { list, object, text, truth } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { refused } from '../../policy/refused.ts'

/** A day stands for its beginning. */
const MOMENT = String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$`

const LIST = defineRoute({
  method: 'GET',
  path: '/auth/tokens',
  id: 'tokens',
  response: { schema: API_TOKENS },
  summary: 'Your API tokens',
  status: 200,
  requiresSession: true,
  handle: async (dependencies, { actorContext }) =>
    jsonResponse(200, { items: await listApiTokens(dependencies, actorContext) }),
})

const CREATE = defineRoute({
  method: 'POST',
  path: '/auth/tokens',
  id: 'create_token',
  response: { schema: NEW_API_TOKEN },
  summary: 'Make an API token',
  status: 201,
  requiresSession: true,
  body: object(
    { name: text() },
    {
      roles: list(text(), { description: 'Of your own roles; none if it is left out.' }),
      administrator: truth({ default: false }),
      expires_at: text({
        title: 'a day or a moment in UTC, such as 2027-01-31T00:00:00Z',
        pattern: MOMENT,
        description: 'Within a year; 90 days from now where it is left out.',
      }),
    },
  ),
  handle: async (dependencies, { actorContext, caller }, { body }) => {
    const { name, roles = [], administrator = false, expires_at: expiresAt } = body
    if (expiresAt !== undefined && Number.isNaN(Date.parse(expiresAt)))
      throw refused('bad_day', { member: 'expires_at' })
    const wanted = { name, roles, administrator, expiresAt }
    return jsonResponse(201, await issueApiToken(dependencies, actorContext, wanted, caller.session?.key))
  },
})

const REVOKE = defineRoute({
  method: 'DELETE',
  path: '/auth/tokens/:id',
  id: 'end_token',
  summary: 'End an API token',
  status: 204,
  requiresSession: true,
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    if (!(await revokeApiToken(dependencies, actorContext, id))) throw refused('not_found')
    return NO_CONTENT
  },
})

export const TOKEN_ROUTES: readonly ApiRoute[] = [LIST, CREATE, REVOKE]
