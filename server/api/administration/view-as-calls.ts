// Viewing as somebody else: begun by an administrator, ended by him; in between nothing is written.
import { startViewing, stopViewing } from '../../auth/viewing/view-as.ts'
import type { ViewAs } from '../../auth/viewing/view-as.ts'
import { Refused } from '../../records/refused.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import { from } from '../accounts/reading.ts'
import { NO_CONTENT } from '../answer.ts'
import { badRequest } from '../bad-request.ts'
import { objectOf, readJson } from '../body.ts'
import type { Call } from '../exchange.ts'
import type { Resources } from '../resources.ts'

const startCall: Call = async (dependencies, exchange) => {
  const { caller, acting, running } = exchange
  const wanted = readWanted(objectOf(await readJson(exchange.request)))
  if (acting.actor.person === null) throw new Refused(refusal(running.model, 'not_signed_in'))
  // A token has no session that this could end with.
  if (caller.session === undefined) throw new Refused(refusal(running.model, 'not_allowed'))
  await startViewing(dependencies, acting, caller.session.key, wanted, from(exchange))
  return NO_CONTENT
}

const stopCall: Call = async (dependencies, exchange) => {
  await readJson(exchange.request)
  const { caller, acting } = exchange
  if (caller.session !== undefined) await stopViewing(dependencies, acting.now, caller.session.key, from(exchange))
  return NO_CONTENT
}

function readWanted({ person, roles, ...others }: { readonly [name: string]: unknown }): ViewAs {
  if (Object.keys(others).length === 0) {
    if (typeof person === 'string' && roles === undefined) return { person }
    if (person === undefined && Array.isArray(roles) && roles.every((role) => typeof role === 'string'))
      return { roles }
  }
  throw badRequest('malformed', 'The body is { "person": "…" } or { "roles": ["…"] }.')
}

export const VIEW_AS_RESOURCES: Resources = {
  'auth/view-as': { whileViewing: ['DELETE'], calls: { POST: startCall, DELETE: stopCall } },
}
