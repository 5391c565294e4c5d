// Settles a record that was just written: may it be so, what else happens then, what is required, the rules, and the history.
import { changedFields, choiceNodes, missingFields, requiredNodes, wrongChoices } from '#shared/decisions/3-entities.ts'
import type { Judge } from '#shared/decisions/judge.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { isEmptyValue } from '#shared/fields/coerce.ts'
import type { Entity } from '#shared/model/model.ts'
import { eventsFor, runEvents } from '../effects/run-events.ts'
import { chargeStorage } from '../quota/charge-storage.ts'
import type { Situation } from './judging.ts'
import { obeyRules } from './obey-rules.ts'
import type { Work } from './work.ts'
import { invalid, judgeNow } from './work.ts'
import { writeHistory } from './write-history.ts'

/** On whose authority; nobody's rights are asked where there is no `authorise`. */
export interface Authority {
  /** Names its nodes within the document. */
  readonly key: string
  readonly nodes: readonly Node[]
  authorise?(judge: Judge, record: RecordValue): Promise<void>
}

interface Settling extends Authority {
  /** The transition that it was, and the line of the row that applied. */
  readonly transition?: string
  readonly line?: number
}

/** `old` is null for a record that was created. Throws what refuses it. */
export async function settle(
  work: Work,
  entity: Entity,
  written: Situation & { readonly old: RecordValue | null },
  more: Settling,
): Promise<void> {
  const { old } = written
  const { transition, line } = more
  const event = old === null ? 'created' : 'changed'
  // A transition is no plain change: what it does stands with it.
  const mayHaveEvents = transition === undefined && entity.events.length > 0
  const events = mayHaveEvents ? eventsFor(entity, event, changesOf(entity, old, written.record)) : []
  let situation = written
  if (events.length > 0) {
    // The person answers for what he did himself, not for what the document does then.
    if (more.authorise) await authorise(work, entity, situation, more, more.authorise)
    const record = await runEvents(work, entity, events, situation)
    if (record === undefined) return
    situation = { ...situation, record }
    await checkFit(work, entity, situation, { key: 'events', nodes: [] })
  } else await checkFit(work, entity, situation, more)
  const { record } = situation
  await chargeStorage(work, entity, { old, record })
  const changed = changesOf(entity, old, record)
  const change = { created: old === null, changed, ...(transition === undefined ? {} : { transition }) }
  const confirmed = await obeyRules(work, entity, situation, change)
  const changes = Object.fromEntries(
    changed
      .filter((field) => old !== null || !isEmptyValue(record[field]))
      .map((field) => [field, [old?.[field] ?? null, record[field] ?? null] as const]),
  )
  const kind = transition === undefined ? event : 'transition'
  await writeHistory(work, entity, { record: record.id, event: kind, changes, confirmed, transition, line })
}

/** Without what the system keeps, and what is worked out at each reading. */
function changesOf(entity: Entity, old: RecordValue | null, record: RecordValue): readonly string[] {
  return changedFields(entity, old ?? {}, record).filter((name) => {
    const field = entity.fields.get(name)
    return field?.standard !== true && field?.computed?.stored !== false
  })
}

async function authorise(
  work: Work,
  entity: Entity,
  situation: Situation,
  { key, nodes }: Authority,
  ask: NonNullable<Authority['authorise']>,
): Promise<void> {
  const judge = await judgeNow(work, entity.name.identifier, `${key} authorised`, () => nodes, situation)
  await ask(judge, situation.record)
}

/** Rights, what is required, and what may be chosen, in one look. */
async function checkFit(work: Work, entity: Entity, situation: Situation, authority: Authority): Promise<void> {
  const { record } = situation
  const nodes = (): readonly Node[] => [...authority.nodes, ...requiredNodes(entity), ...choiceNodes(entity)]
  const judge = await judgeNow(work, entity.name.identifier, `${authority.key} written`, nodes, situation)
  await authority.authorise?.(judge, record)
  const unfit = [...missingFields(entity, record, judge), ...wrongChoices(entity, record, judge)]
  if (unfit.length > 0) throw invalid(work, unfit)
}
