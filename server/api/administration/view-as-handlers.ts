// Handles the routes with which an administrator starts and stops viewing as another person.
import { startViewing, stopViewing } from '../../auth/viewing/view-as.ts'
import type { ViewAs } from '../../auth/viewing/view-as.ts'
import { Refused } from '../../policy/refused.ts'
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import { clientInfoOf } from '../accounts/read-account-request.ts'
import { NO_CONTENT } from '../response/response.ts'
import { badRequest } from '../request/bad-request.ts'
import { readObject, readJson } from '../request/json-body.ts'
import type { Handler } from '../request/request-context.ts'
import type { RouteTable } from '../route-table.ts'

const startHandler: Handler = async (dependencies, context) => {
  const { caller, actorContext, running } = context
  const wanted = readViewAs(readObject(await readJson(context.request)))
  if (actorContext.actor.person === null) throw new Refused(makeRefusal(running.model, 'not_signed_in'))
  // A token has no session that this could end with.
  if (caller.session === undefined) throw new Refused(makeRefusal(running.model, 'not_allowed'))
  await startViewing(dependencies, actorContext, caller.session.key, wanted, clientInfoOf(context))
  return NO_CONTENT
}

const stopHandler: Handler = async (dependencies, context) => {
  await readJson(context.request)
  const { caller, actorContext } = context
  if (caller.session !== undefined)
    await stopViewing(dependencies, actorContext.now, caller.session.key, clientInfoOf(context))
  return NO_CONTENT
}

function readViewAs({ person, roles, ...others }: { readonly [name: string]: unknown }): ViewAs {
  if (Object.keys(others).length === 0) {
    if (typeof person === 'string' && roles === undefined) return { person }
    if (person === undefined && Array.isArray(roles) && roles.every((role) => typeof role === 'string'))
      return { roles }
  }
  throw badRequest('malformed', 'The body is { "person": "…" } or { "roles": ["…"] }.')
}

export const VIEW_AS_ROUTES: RouteTable = {
  'auth/view-as': { methodsWhileViewing: ['DELETE'], handlers: { POST: startHandler, DELETE: stopHandler } },
}
