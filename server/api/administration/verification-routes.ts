// Declares the routes of verifications for administrators: start, read, list, stop.
import type {
  ByPerson,
  LatestVerificationBody,
  VerificationBody,
  VerificationItem,
  Verifications,
  VerificationsBody,
} from '#shared/protocol/verification.ts'
import { refused } from '../../policy/refused.ts'
import { describeAuthor } from '../../records/document/read-revisions.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { LATEST_VERIFICATION, VERIFICATION, VERIFICATIONS } from './administration-answers.ts'
import { noteEvent } from './note-event.ts'
import { originOf } from './trial-routes.ts'

const FOR_ADMINISTRATORS = { requiresSession: true, offeredTo: 'administrators', status: 200 } as const

const READ = defineRoute({
  method: 'GET',
  path: '/system/verification',
  id: 'verification',
  response: { schema: LATEST_VERIFICATION },
  summary: 'The latest verification: how far it is, and each line of the document once it has finished; null: none',
  ...FOR_ADMINISTRATORS,
  handle: latestResponse,
})

const START = defineRoute({
  method: 'POST',
  path: '/system/verification',
  id: 'start_verification',
  response: { schema: LATEST_VERIFICATION },
  summary: 'Verify the document in force on made-up people and records; one of it that runs goes on',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, context) => {
    const by = context.actorContext.actor.person?.id ?? null
    const { isNew } = await verificationsOf(dependencies).start(originOf(dependencies, context), by)
    if (isNew) await noteEvent(dependencies, context, { event: 'verification_started', detail: {} })
    return latestResponse(dependencies, context)
  },
})

const END = defineRoute({
  method: 'DELETE',
  path: '/system/verification',
  id: 'end_verification',
  summary: 'Stop the verification that runs, and forget what it found; where none runs, forget the latest report',
  ...FOR_ADMINISTRATORS,
  status: 204,
  handle: async (dependencies) => {
    await verificationsOf(dependencies).end()
    return NO_CONTENT
  },
})

const LIST = defineRoute({
  method: 'GET',
  path: '/system/verifications',
  id: 'verifications',
  response: { schema: VERIFICATIONS },
  summary: 'The reports that are kept, newest first: the last ten of each revision, 50 at most',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, context) => {
    const kept = await verificationsOf(dependencies).list()
    const items = await Promise.all(kept.map((each) => withAuthor<VerificationItem>(dependencies, context, each)))
    return jsonResponse(200, { items } satisfies VerificationsBody)
  },
})

const READ_KEPT = defineRoute({
  method: 'GET',
  path: '/system/verifications/:id',
  id: 'kept_verification',
  response: { schema: VERIFICATION },
  summary: 'A verification whose report is kept',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, context, { parameters }) => {
    const found = await verificationsOf(dependencies).find(parameters.id)
    if (found === undefined) throw refused('not_found')
    return jsonResponse(200, await withAuthor<VerificationBody>(dependencies, context, found))
  },
})

export const VERIFICATION_ROUTES: readonly ApiRoute[] = [READ, START, END, LIST, READ_KEPT]

/** A sandbox has none of its own. */
function verificationsOf({ verifications }: ApiDependencies): Verifications {
  if (verifications === undefined) throw refused('not_found')
  return verifications
}

async function latestResponse(dependencies: ApiDependencies, context: RequestContext): Promise<ApiResponse> {
  const latest = await verificationsOf(dependencies).latest()
  const verification = latest === undefined ? null : await withAuthor<VerificationBody>(dependencies, context, latest)
  return jsonResponse(200, { verification } satisfies LatestVerificationBody)
}

async function withAuthor<Body extends VerificationBody | VerificationItem>(
  dependencies: ApiDependencies,
  { actorContext }: RequestContext,
  verification: ByPerson<Body>,
) {
  return { ...verification, by: await describeAuthor(dependencies, actorContext, verification.by) }
}
