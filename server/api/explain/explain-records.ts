// What is told of a call on records beside its answer: what would have to be true, who could do it, and what is read.
import type { Actor } from '#shared/decisions/decision.ts'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import type { Caller } from '../../auth/caller.ts'
import type { About } from '../../records/explain/conditions.ts'
import { explainReading } from '../../records/explain/reading.ts'
import type { WaysFound } from '../../records/explain/remedy.ts'
import { findWays, remedyForReading, withOthers } from '../../records/explain/remedy.ts'
import type { Target } from '../../records/explain/target.ts'
import type { Refused } from '../../records/refused.ts'
import type { ApiDependencies, Exchange } from '../exchange.ts'
import type { ExamineCall } from './dry-call.ts'

interface RecordsExplained {
  /** Looks at the call where it is refused, before it is undone. */
  readonly examine: ExamineCall
  explain(tried: {
    readonly status: number
    readonly refused?: Refused
  }): Promise<Pick<ExplainBody, 'remedy' | 'reading'>>
}

/** To be asked before the call is tried, so that the record is known as it is now. */
export async function explainRecords(
  dependencies: ApiDependencies,
  { running, acting }: Exchange,
  { target, asker, caller }: { readonly target: Target; readonly asker: Actor; readonly caller: Caller },
): Promise<RecordsExplained> {
  const { storage } = dependencies
  const looking = { reader: storage.reader, storage, running, now: acting.now }
  const entity = target.entity.name.identifier
  const record = target.id === undefined ? undefined : await storage.reader.record(entity, target.id)
  const situation = record === undefined ? undefined : { record, old: record }
  const before: About = { looking, acting: { ...acting, actor: caller.actor }, asker, entity, situation }
  let found: WaysFound | undefined
  return {
    async examine(transaction, { refusal }, made) {
      if (refusal.status === 404) return
      const later = await transaction.record(entity, target.id ?? made ?? '')
      const after = { ...before, looking: { ...looking, reader: transaction } }
      const written = later === undefined ? {} : { situation: { record: later, old: record ?? null } }
      found = await findWays(target, refusal, before, { ...after, ...written })
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
  target: Target,
  before: About,
  { status, found }: { readonly status: number; readonly found: WaysFound | undefined },
): Promise<Pick<ExplainBody, 'remedy'>> {
  if ((status === 404 || target.isList === true) && before.asker.administrator) {
    const remedy = await remedyForReading(dependencies, target, before)
    return Object.keys(remedy).length === 0 ? {} : { remedy }
  }
  if (found === undefined) return {}
  const { ways, isForOthers } = found
  return { remedy: isForOthers ? await withOthers(dependencies, target, before, ways) : { ways } }
}

/** Of a record that somebody may not read, nothing is told to him; to administrators that it is there, and what would show it. */
async function readingOf(
  target: Target,
  before: About,
  refused: Refused | undefined,
): Promise<Pick<ExplainBody, 'reading'>> {
  const isReading = 'verb' in target.does && target.does.verb === 'read'
  if (!isReading || (refused !== undefined && !before.asker.administrator)) return {}
  return { reading: await explainReading(before, target.entity, target.isList === true ? 'list' : 'record') }
}
