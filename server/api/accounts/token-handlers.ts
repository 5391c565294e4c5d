// Handles the routes of a person's own API tokens: list, create, revoke.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import { issueApiToken, revokeApiToken, listApiTokens } from '../../auth/tokens/api-tokens.ts'
import { Refused } from '../../policy/refused.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { badRequest } from '../request/bad-request.ts'
import { readObject, readJson } from '../request/json-body.ts'
import type { Handler } from '../request/request-context.ts'
import { checkParameters } from '../request/query-parameters.ts'
import type { RouteTable } from '../route-table.ts'

const listHandler: Handler = async (dependencies, { actorContext, query }) => {
  checkParameters(query, [])
  return jsonResponse(200, { items: await listApiTokens(dependencies, actorContext) })
}

const createHandler: Handler = async (dependencies, context) => {
  const { name, roles = [], administrator = false, expires_at, ...others } = readObject(await readJson(context.request))
  const isReadable =
    typeof name === 'string' &&
    Array.isArray(roles) &&
    roles.every((role): role is string => typeof role === 'string') &&
    typeof administrator === 'boolean' &&
    (expires_at === undefined || isMoment(expires_at)) &&
    Object.keys(others).length === 0
  if (!isReadable)
    throw badRequest(
      'malformed',
      'A token is { "name": "Nightly report", "roles": ["Agent"], "expires_at": "2027-01-31T00:00:00Z" }.',
    )
  const wanted = { name, roles, administrator, expiresAt: expires_at }
  return jsonResponse(201, await issueApiToken(dependencies, context.actorContext, wanted, context.caller.session?.key))
}

function endHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    if (!(await revokeApiToken(dependencies, context.actorContext, id)))
      throw new Refused(makeRefusal(context.running.model, 'not_found'))
    return NO_CONTENT
  }
}

/** A day stands for its beginning. */
function isMoment(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}

export const TOKEN_ROUTES: RouteTable = {
  'auth/tokens': { requiresSession: true, handlers: { GET: listHandler, POST: createHandler } },
  'auth/tokens/:id': (id) => ({ requiresSession: true, handlers: { DELETE: endHandler(id) } }),
}
