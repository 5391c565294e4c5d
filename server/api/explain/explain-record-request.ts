// Explains a request on records: its conditions, who may do it, and what may be read.
import type { ExplainBody } from '#shared/protocol/explain.ts'
import type { Caller } from '../../auth/caller.ts'
import type { ExplanationContext } from '../../records/explain/explain-conditions.ts'
import { explainReading } from '../../records/explain/explain-reading.ts'
import type { RemedyOptions } from '../../records/explain/remedy.ts'
import { findRemedyOptions, remedyForReading, withOthers } from '../../records/explain/remedy.ts'
import type { ExplanationTarget } from '../../records/explain/explain-target.ts'
import type { Refused } from '../../policy/refused.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import type { ExamineRefusal } from './dry-run.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { statusOf } from '#shared/decisions/refusals.ts'

interface RecordExplanation {
  /** Looks at the call where it is refused, before it is undone. */
  readonly examine: ExamineRefusal
  explain(tried: {
    readonly status: number
    readonly refused?: Refused
  }): Promise<Pick<ExplainBody, 'remedy' | 'reading'>>
}

/** Prepares the explanation of a request. Called before the request is tried, so that the record is known as it is now. */
export async function explainRecordRequest(
  dependencies: ApiDependencies,
  { running, actorContext }: RequestContext,
  {
    target,
    recipient,
    caller,
  }: { readonly target: ExplanationTarget; readonly recipient: Actor; readonly caller: Caller },
): Promise<RecordExplanation> {
  const { storage } = dependencies
  const policyContext = { database: storage.database, storage, running, now: actorContext.now }
  const entity = target.entity.name.identifier
  const record = target.id === undefined ? undefined : await storage.database.record(entity, target.id)
  const snapshot = record === undefined ? undefined : { record, old: record }
  const before: ExplanationContext = {
    policyContext,
    actorContext: { ...actorContext, actor: caller.actor },
    recipient,
    entity,
    snapshot,
  }
  let found: RemedyOptions | undefined
  return {
    async examine(transaction, { refusal }, made) {
      if (statusOf(policyContext.running.model, refusal) === 404) return
      const later = await transaction.record(entity, target.id ?? made ?? '')
      const after = { ...before, policyContext: { ...policyContext, database: transaction } }
      const written = later === undefined ? {} : { snapshot: { record: later, old: record ?? null } }
      found = await findRemedyOptions(target, refusal, before, { ...after, ...written })
    },
    async explain({ status, refused }) {
      return {
        ...(await remedyOf(dependencies, target, before, { status, found })),
        ...(await readingOf(target, before, refused)),
      }
    },
  }
}

/** Others are looked for when the writer is free again. */
async function remedyOf(
  dependencies: ApiDependencies,
  target: ExplanationTarget,
  before: ExplanationContext,
  { status, found }: { readonly status: number; readonly found: RemedyOptions | undefined },
): Promise<Pick<ExplainBody, 'remedy'>> {
  if ((status === 404 || target.isList === true) && before.recipient.administrator) {
    const remedy = await remedyForReading(dependencies, target, before)
    return Object.keys(remedy).length === 0 ? {} : { remedy }
  }
  if (found === undefined) return {}
  const { ways, isForOthers } = found
  return { remedy: isForOthers ? await withOthers(dependencies, target, before, ways) : { ways } }
}

/** Reveals nothing of a record to callers who may not read it; administrators learn that it exists, and what would show it. */
async function readingOf(
  target: ExplanationTarget,
  before: ExplanationContext,
  refused: Refused | undefined,
): Promise<Pick<ExplainBody, 'reading'>> {
  const isReading = 'verb' in target.does && target.does.verb === 'read'
  if (!isReading || (refused !== undefined && !before.recipient.administrator)) return {}
  return { reading: await explainReading(before, target.entity, target.isList === true ? 'list' : 'record') }
}
