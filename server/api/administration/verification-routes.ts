// Declares the routes of verifications for administrators: start, read, stop.
import type { LatestVerificationBody, Verifications } from '#shared/protocol/verification.ts'
import { refused } from '../../policy/refused.ts'
import type { ApiDependencies } from '../request/request-context.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { LATEST_VERIFICATION } from './administration-answers.ts'
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
  handle: async (dependencies) => latestResponse(verificationsOf(dependencies)),
})

const START = defineRoute({
  method: 'POST',
  path: '/system/verification',
  id: 'start_verification',
  response: { schema: LATEST_VERIFICATION },
  summary: 'Verify the document in force on made-up people and records; one of it that runs goes on',
  ...FOR_ADMINISTRATORS,
  handle: async (dependencies, context) => {
    const verifications = verificationsOf(dependencies)
    const { isNew } = await verifications.start(originOf(dependencies, context))
    if (isNew) await noteEvent(dependencies, context, { event: 'verification_started', detail: {} })
    return latestResponse(verifications)
  },
})

const END = defineRoute({
  method: 'DELETE',
  path: '/system/verification',
  id: 'end_verification',
  summary: 'Stop the verification, and forget what it found',
  ...FOR_ADMINISTRATORS,
  status: 204,
  handle: async (dependencies) => {
    await verificationsOf(dependencies).end()
    return NO_CONTENT
  },
})

export const VERIFICATION_ROUTES: readonly ApiRoute[] = [READ, START, END]

/** A sandbox has none of its own. */
function verificationsOf({ verifications }: ApiDependencies): Verifications {
  if (verifications === undefined) throw refused('not_found')
  return verifications
}

async function latestResponse(verifications: Verifications): Promise<ApiResponse> {
  return jsonResponse(200, { verification: (await verifications.latest()) ?? null } satisfies LatestVerificationBody)
}
