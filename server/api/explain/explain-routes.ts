// Declares the route that explains why a request is refused, by the document's lines.
import { EXPLANATION_SCHEMA } from './explanation-schema.ts'
import { wordForReader } from '../../policy/word-for-reader.ts'
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import type { ExplainBody, Remedy } from '#shared/protocol/explain.ts'
import type { Problem } from '#shared/protocol/problem.ts'
import { signedInActor } from '../../auth/caller.ts'
import { listDecisionSteps } from '../../records/explain/explain-steps.ts'
import { jsonResponse } from '../response/response.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { createProblem } from '../response/problem.ts'
import type { ApiResponse } from '../response/response.ts'
import type { SchemaValue } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { adviseOn } from './refusal-advice.ts'
import { accountSteps } from './account-steps.ts'
import { dryRun } from './dry-run.ts'
import { EXPLANATION, readExplainedRequest } from './explained-request.ts'
import { explainedCaller } from './explained-caller.ts'
import { explainRecordRequest } from './explain-record-request.ts'
import { recordTarget } from './record-target.ts'
import { findPermittedRoles } from './permitted-roles.ts'

const EXPLAIN = defineRoute({
  method: 'POST',
  path: '/system/explain',
  id: 'explain',
  onlyReads: true,
  response: { schema: EXPLANATION_SCHEMA },
  status: 200,
  summary: 'Why a call is answered as it is; nothing is done',
  requiresSession: true,
  allowsEnrolment: true,
  allowedWhileViewing: true,
  body: EXPLANATION,
  handle: async (dependencies, context, { body }) => explain(dependencies, context, body),
})

export const EXPLAIN_ROUTES: readonly ApiRoute[] = [EXPLAIN]

async function explain(
  dependencies: ApiDependencies,
  context: RequestContext,
  { person, call: given }: SchemaValue<typeof EXPLANATION>,
): Promise<ApiResponse> {
  const { running, caller: own } = context
  const call = readExplainedRequest(given)
  // An administrator who views as another person gets the administrator's explanation; a person without the second factor, an anonymous one.
  const recipient = own.enrolling === undefined ? signedInActor(own) : own.actor
  const caller = await explainedCaller(dependencies, context, recipient, person)
  // Of an explanation no more is explained than that it can be had.
  if (dependencies.refuseUntried !== undefined) return jsonResponse(200, {})
  const target = await recordTarget(dependencies.storage.database, running, recipient, call)
  const records = target && (await explainRecordRequest(dependencies, context, { target, recipient, caller }))
  const tried = await dryRun(dependencies, context, caller, call, records?.examine)
  const { model } = running
  const advice = adviseOn(tried, model.settings.language)
  if ('untried' in tried) {
    const steps = accountSteps(dependencies, running, { call, caller, tried })
    return jsonResponse(200, { allowed: 'not knowable', steps, remedy: { advice } } satisfies ExplainBody)
  }
  const { status, refused } = tried
  const isForRoles = refused?.refusal.name === 'not_allowed' && recipient.administrator
  const found: Pick<ExplainBody, 'remedy' | 'reading'> =
    records === undefined
      ? isForRoles
        ? { remedy: { roles: await findPermittedRoles(dependencies, context, call) } }
        : {}
      : await records.explain(tried)
  const rendering = { running, request: '', mayKnow: canReadCitations(model, recipient) }
  const refusal = refused && withoutRequest(createProblem(refused.refusal, refused.details, rendering))
  const remedy: Remedy = { ...found.remedy, ...(refusal && refusal.remedy === undefined ? { advice } : {}) }
  const answer: ExplainBody = {
    allowed: refused === undefined,
    status,
    ...(refusal && { refusal }),
    steps:
      target === undefined
        ? accountSteps(dependencies, running, { call, caller, tried })
        : listDecisionSteps(model, target, refused && wordForReader(model, refused.refusal, true)),
    ...found,
    ...(Object.keys(remedy).length === 0 ? {} : { remedy }),
  }
  return jsonResponse(200, answer)
}

function withoutRequest({ request: _, ...problem }: Problem): Problem {
  return problem
}
