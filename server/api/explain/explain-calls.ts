// Why not: any call is tried without effect, and its answer explained by the lines of the document or the rules of the product.
import { mayReadCitations } from '#shared/decisions/project-model.ts'
import type { ExplainBody, Remedy } from '#shared/protocol/explain.ts'
import type { Problem } from '#shared/protocol/problem.ts'
import { askerOf } from '../../auth/caller.ts'
import { stepsOf } from '../../records/explain/steps.ts'
import { jsonAnswer } from '../answer.ts'
import { readJson } from '../body.ts'
import type { Call } from '../exchange.ts'
import { problemOf } from '../problem.ts'
import type { Resources } from '../resources.ts'
import { adviceFor } from './advice.ts'
import { accountSteps } from './account-steps.ts'
import { tryCall } from './dry-call.ts'
import { readToExplain } from './explained-call.ts'
import { explainedCaller } from './explained-caller.ts'
import { explainRecords } from './explain-records.ts'
import { recordTarget } from './record-target.ts'
import { rolesThatMay } from './roles-that-may.ts'

const explainCall: Call = async (dependencies, exchange) => {
  const { running, caller: own } = exchange
  const { person, call } = readToExplain(await readJson(exchange.request))
  // Whoever views as somebody else is told as the administrator that he is; whoever lacks a factor, as nobody.
  const asker = own.enrolling === undefined ? askerOf(own) : own.actor
  const caller = await explainedCaller(dependencies, exchange, asker, person)
  // Of an explanation no more is explained than that it can be had.
  if (dependencies.leaveUntried !== undefined) return jsonAnswer(200, {})
  const target = await recordTarget(dependencies.storage.reader, running, asker, call)
  const records = target && (await explainRecords(dependencies, exchange, { target, asker, caller }))
  const tried = await tryCall(dependencies, exchange, caller, call, records?.examine)
  const advice = adviceFor(tried)
  if ('untried' in tried) {
    const steps = accountSteps(dependencies, running, { call, caller, tried })
    return jsonAnswer(200, { allowed: 'not knowable', steps, remedy: { advice } } satisfies ExplainBody)
  }
  const { status, refused } = tried
  const isForRoles = refused?.refusal.code === 'not_allowed' && asker.administrator
  const found: Pick<ExplainBody, 'remedy' | 'reading'> =
    records === undefined
      ? isForRoles
        ? { remedy: { roles: await rolesThatMay(dependencies, exchange, call) } }
        : {}
      : await records.explain(tried)
  const told = { revision: running.revision, request: '', mayKnow: mayReadCitations(running.model, asker) }
  const remedy: Remedy = { ...found.remedy, ...(refused && refused.refusal.remedy === undefined ? { advice } : {}) }
  const answer: ExplainBody = {
    allowed: refused === undefined,
    status,
    ...(refused && { refusal: withoutRequest(problemOf(refused.refusal, refused.more, told)) }),
    steps:
      target === undefined
        ? accountSteps(dependencies, running, { call, caller, tried })
        : stepsOf(running.model, target, refused?.refusal),
    ...found,
    ...(Object.keys(remedy).length === 0 ? {} : { remedy }),
  }
  return jsonAnswer(200, answer)
}

function withoutRequest({ request: _, ...problem }: Problem): Problem {
  return problem
}

export const EXPLAIN_RESOURCES: Resources = {
  'system/explain': { signedIn: true, enrolling: true, whileViewing: ['POST'], calls: { POST: explainCall } },
}
