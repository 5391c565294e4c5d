// Completes a write: authority, events, required fields, rules, history.
import { changedFields, missingFields, wrongChoices } from '#shared/decisions/3-entities.ts'
import { wrongInput } from '#shared/decisions/4-states.ts'
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { Entity } from '#shared/model/model.ts'
import { eventsFor, runEvents } from '../effects/run-events.ts'
import { chargeStorage } from '../quota/charge-storage.ts'
import type { PreparedWritePolicy } from '../../policy/entity-policy.ts'
import { writtenNodes } from '../../policy/entity-policy.ts'
import type { RecordSnapshot } from './condition-facts.ts'
import { entityConditions } from './condition-facts.ts'
import { validateFromBothSides } from '../rules/validate-from-both-sides.ts'
import { validateRules } from './validate-rules.ts'
import type { CommandContext } from './command-context.ts'
import { evaluateNow } from './command-context.ts'
import { refuseWithMessage } from '../messages/refuse-with-message.ts'
import { writeHistory } from './write-history.ts'
import { noteRaised, touchHeads } from '../lines/touched-heads.ts'
import { notifyMentioned } from '../notices/notify-mentioned.ts'
import { notifyWatchers } from '../notices/notify-watchers.ts'
import { updateTimers } from '../timers/record-timers.ts'
import { scanReadersOf } from '../timers/timer-readers.ts'
import type { OutgoingOccasion } from '../webhooks/outgoing-calls.ts'
import { sendOutgoingCalls } from '../webhooks/outgoing-calls.ts'

/** The fields that a person writes, and the policy that it needs; on the document's authority none applies. */
export interface RequestedWrite {
  readonly policy: PreparedWritePolicy
  readonly fields: readonly string[]
  /** Of the record before an update. */
  readonly evaluateBefore?: Evaluator
  /** Takes what waits until all that is written together stands there: rules and history. */
  readonly defer?: ((run: () => Promise<void>) => void) | undefined
}

interface TransitionStep {
  /** The transition that it was, and the line of the row that applied. */
  readonly transition?: string
  readonly line?: number
  /** Codes of warnings that were confirmed before the effects. */
  readonly confirmed?: readonly string[]
}

interface WrittenSnapshot extends RecordSnapshot {
  readonly old: RecordValue | null
}

/** `old` is null for a record that was created. Throws what refuses it. */
export async function completeWrite(
  context: CommandContext,
  entity: Entity,
  written: WrittenSnapshot,
  requested: RequestedWrite | 'document',
  step: TransitionStep = {},
): Promise<void> {
  const { transition } = step
  const { old } = written
  const event = old === null ? 'created' : 'changed'
  // A transition is no plain change: what it does stands with it.
  const mayHaveEvents = transition === undefined && entity.events.length > 0
  const events = mayHaveEvents ? eventsFor(entity, event, changesOf(entity, old, written.record)) : []
  const early =
    transition === undefined ? await validateBeforeEffects(context, entity, written, step) : (step.confirmed ?? [])
  const done = { ...step, confirmed: early }
  let snapshot = written
  if (events.length > 0) {
    // The actor's policy covers their own change, not the effects that the document has then.
    if (requested !== 'document') {
      const evaluate = await evaluateNow(context, requested.policy.conditions, snapshot)
      await requireRequested(context, requested, snapshot, evaluate)
    }
    const record = await runEvents(context, entity, events, snapshot)
    if (record === undefined) return
    snapshot = { ...snapshot, record }
    await validateRecord(context, entity, snapshot, 'document')
  } else await validateRecord(context, entity, snapshot, requested)
  touchHeads(context.heads, entity, old, snapshot.record)
  if (old !== null) noteRaised(context.heads, entity, old.id, false)
  if (requested === 'document' || requested.defer === undefined) return finishWrite(context, entity, snapshot, done)
  requested.defer(() => finishWrite(context, entity, snapshot, done))
}

/** Rules on the record as it was sent: on its creation, its update, or the transition that leads it on. */
export async function validateBeforeEffects(
  context: CommandContext,
  entity: Entity,
  snapshot: WrittenSnapshot,
  { transition }: TransitionStep = {},
): Promise<readonly string[]> {
  if (entity.rules.every(({ checked }) => checked !== 'before effects')) return []
  const { old, record } = snapshot
  const changed = changesOf(entity, old, record)
  const made = { created: old === null, changed, ...(transition === undefined ? {} : { transition }) }
  return validateRules(context, entity, snapshot, { ...made, beforeEffects: true })
}

/** What follows once the record, and all that is written with it, stands there. */
async function finishWrite(
  context: CommandContext,
  entity: Entity,
  snapshot: WrittenSnapshot,
  { transition, line, confirmed: early = [] }: TransitionStep,
): Promise<void> {
  const { old, record } = snapshot
  const event = old === null ? 'created' : 'changed'
  await chargeStorage(context, entity, { old, record })
  const changed = changesOf(entity, old, record)
  const change = { created: old === null, changed, ...(transition === undefined ? {} : { transition }) }
  // Before the rules: they see the timers as they will be.
  await updateTimers(context, entity, record, { old })
  const confirmed = [...early, ...(await validateRules(context, entity, snapshot, change))]
  await validateFromBothSides(context, entity, { old, record }, changed)
  const changes = Object.fromEntries(
    changed
      .filter((field) => old !== null || !isEmptyValue(record[field]))
      .map((field) => [field, [old?.[field] ?? null, record[field] ?? null] as const]),
  )
  const kind = transition === undefined ? event : 'transition'
  const version = Number(record['_version'])
  await writeHistory(context, entity, { record: record.id, version, event: kind, changes, confirmed, transition, line })
  await scanReadersOf(context, entity, { changed, existence: old === null })
  await notifyWatchers(context, entity, { old, record, changed, transition })
  await notifyMentioned(context, entity, { old, record, changed })
  await sendOutgoingCalls(context, entity, snapshot, occasionOf(event, changed, transition))
  // Effects and lines write many in one command.
  await context.transaction.giveTurn()
}

function occasionOf(
  event: 'created' | 'changed',
  changed: readonly string[],
  transition: string | undefined,
): OutgoingOccasion {
  if (transition !== undefined) return { kind: 'transition', transition }
  return event === 'created' ? { kind: event } : { kind: event, changed }
}

/** Without what the system keeps, and what is worked out at each reading. */
function changesOf(entity: Entity, old: RecordValue | null, record: RecordValue): readonly string[] {
  return changedFields(entity, old ?? {}, record).filter((name) => {
    const field = entity.fields.get(name)
    return field?.standard !== true && field?.computed?.stored !== false
  })
}

async function requireRequested(
  context: CommandContext,
  { policy, fields, evaluateBefore }: RequestedWrite,
  { record, old }: WrittenSnapshot,
  evaluate: Evaluator,
): Promise<void> {
  const evaluators = evaluateBefore === undefined ? [evaluate] : [evaluateBefore, evaluate]
  const decision = decideWrite(context.running.model, policy, fields, evaluators)
  if (decision.allowed !== false) return
  const snapshot = old === null ? { record } : { record, old }
  await refuseWithMessage(context, decision.refusal, { entity: policy.entity, snapshot })
}

/** Policy, what is required, and what may be chosen, in one look. */
async function validateRecord(
  context: CommandContext,
  entity: Entity,
  snapshot: WrittenSnapshot,
  requested: RequestedWrite | 'document',
): Promise<void> {
  const { record } = snapshot
  const conditions =
    requested === 'document'
      ? entityConditions(context.running, entity, 'written', () => writtenNodes(entity))
      : requested.policy.conditionsOnWritten
  const evaluate = await evaluateNow(context, conditions, snapshot)
  if (requested !== 'document') await requireRequested(context, requested, snapshot, evaluate)
  const unfit = [
    ...missingFields(entity, record, evaluate),
    ...wrongChoices(context.running.model, entity, record, evaluate),
  ]
  if (unfit.length > 0)
    await refuseWithMessage(context, wrongInput(context.running.model, unfit), {
      entity: entity.name.identifier,
      snapshot,
    })
}
