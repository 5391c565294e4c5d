// One's own API tokens: listed, made (shown once), ended.
import { refusal } from '#shared/decisions/8-errors.ts'
import { createToken, endToken, listTokens } from '../../auth/tokens/api-token.ts'
import { Refused } from '../../records/refused.ts'
import { jsonAnswer, NO_CONTENT } from '../answer.ts'
import { badRequest } from '../bad-request.ts'
import { objectOf, readJson } from '../body.ts'
import type { Call } from '../exchange.ts'
import { checkParameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'

const listCall: Call = async (dependencies, { acting, query }) => {
  checkParameters(query, [])
  return jsonAnswer(200, { items: await listTokens(dependencies, acting) })
}

const createCall: Call = async (dependencies, exchange) => {
  const { name, roles = [], administrator = false, expires_at, ...others } = objectOf(await readJson(exchange.request))
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
  return jsonAnswer(201, await createToken(dependencies, exchange.acting, wanted, exchange.caller.session?.key))
}

function endCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    if (!(await endToken(dependencies, exchange.acting, id)))
      throw new Refused(refusal(exchange.running.model, 'not_found'))
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

export const TOKEN_RESOURCES: Resources = {
  'auth/tokens': { signedIn: true, calls: { GET: listCall, POST: createCall } },
  'auth/tokens/:id': (id) => ({ signedIn: true, calls: { DELETE: endCall(id) } }),
}
