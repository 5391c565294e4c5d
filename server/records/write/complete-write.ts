// Completes a write: authority, events, required fields, and what follows the change.
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import { missingFields, wrongChoices } from '#shared/decisions/3-entities.ts'
import { wrongInput } from '#shared/decisions/4-states.ts'
import type { Effect, Entity, RecordEvent } from '#shared/model/model.ts'
import { eventsFor, runEvents } from '../effects/run-events.ts'
import { writtenNodes } from '../../policy/entity-policy.ts'
import { entityConditions, evaluateNow } from '../access/condition-facts.ts'
import { validateRules } from '../followers/validate-rules.ts'
import type { CommandContext } from './command-context.ts'
import { refuseWithMessage } from '../messages/refuse-with-message.ts'
import type { MadeChoices } from './made-choices.ts'
import { followChoices } from './made-choices.ts'
import { asksTimers, settleTimers } from './settle-timers.ts'
import type { Change } from './change.ts'
import { storedChanges } from './change.ts'
import { followChanges } from './followers.ts'
import type { RequestedWrite, WrittenSnapshot } from './require-requested.ts'
import { requireRequested } from './require-requested.ts'

/** Leaves it open whether the conditions of required fields hold: of a record that a step creates the end of the step asks. */
export const LEAVES_OPEN: Evaluator = () => undefined

interface TransitionStep {
  /** Given where a deletion took a relation from the record. */
  readonly cause?: 'clear'
  /** The transition that it was, and the line of the row that applied. */
  readonly transition?: string
  readonly line?: number
  /** Codes of warnings that were confirmed before the effects. */
  readonly confirmed?: readonly string[]
  /** Values of the inputs, in JSON form. */
  readonly asked?: { readonly [name: string]: unknown }
  /** The choices that its effects have made. */
  readonly choices?: MadeChoices
}

/** `old` is null for a record that was created. Throws what refuses it. */
export async function completeWrite(
  context: CommandContext,
  entity: Entity,
  sent: WrittenSnapshot,
  requested: RequestedWrite | 'document',
  step: TransitionStep = {},
): Promise<void> {
  const change = await completeRecord(context, entity, sent, requested, step)
  if (change === undefined) return
  if (context.deferred === undefined) return followChanges(context, [change])
  const { deferred: _deferred, ...later } = context
  context.deferred.put(() => followChanges(later, [change]))
}

/** Gives the change to follow, as its events leave it; undefined where one of them has deleted the record. */
export async function completeRecord(
  context: CommandContext,
  entity: Entity,
  sent: WrittenSnapshot,
  requested: RequestedWrite | 'document',
  step: TransitionStep = {},
): Promise<Change | undefined> {
  const { transition, choices = followChoices(context, entity, sent.old) } = step
  const { old } = sent
  const asked = requested === 'document' ? undefined : requested.policy.conditionsOnWritten
  const settle = async (snapshot: WrittenSnapshot): Promise<WrittenSnapshot> =>
    asksTimers(context.running, entity, asked)
      ? { ...snapshot, record: await settleTimers(context, entity, snapshot.record, old) }
      : snapshot
  const written = await settle(sent)
  const event = old === null ? 'created' : 'changed'
  // A transition is no plain change: what it does stands with it.
  const mayHaveEvents = transition === undefined && entity.events.length > 0
  const events = mayHaveEvents ? eventsFor(entity, event, storedChanges(entity, old, written.record)) : []
  const isAskedFirst = events.length > 0 || (transition === undefined && hasRulesBefore(entity))
  // What a rule says of other records is for those who may do it; and their policy covers no effect that the document has then.
  if (isAskedFirst && requested !== 'document') await requireRequested(context, requested, written)
  let early = transition === undefined ? [] : (step.confirmed ?? [])
  if (transition === undefined && hasRulesBefore(entity))
    early = await validateBeforeEffects(context, entity, written, step)
  const done = { ...step, confirmed: early }
  let snapshot = written
  if (events.length > 0) {
    // What was chosen is asked as it was offered: effects may use up what they were given, or complete it.
    const unfit = await choices.check(written.record, (fields) => isSetBy(events, fields))
    await refuseUnfit(context, entity, written, unfit)
    const record = await runEvents(context, entity, events, snapshot, choices)
    if (record === undefined) return undefined
    snapshot = await settle({ ...snapshot, record })
  }
  await validateRecord(context, entity, snapshot, {
    requested: isAskedFirst ? 'document' : requested,
    choices,
  })
  return changeOf(entity, snapshot, done)
}

function changeOf(entity: Entity, { old, record, input, sources }: WrittenSnapshot, step: TransitionStep): Change {
  const { transition, line, confirmed = [], asked } = step
  const cause = step.cause ?? (transition !== undefined ? 'transition' : old === null ? 'create' : 'update')
  const changed = storedChanges(entity, old, record)
  const version = Number(record['_version'])
  const about = { entity, id: record.id, version, cause, before: old, after: record, changed } as const
  return { ...about, transition, line, input, sources, asked, confirmed }
}

/** Rules on the record as it was sent: on its creation, its update, or the transition that leads it on. */
export async function validateBeforeEffects(
  context: CommandContext,
  entity: Entity,
  snapshot: WrittenSnapshot,
  { transition }: TransitionStep = {},
): Promise<readonly string[]> {
  if (!hasRulesBefore(entity)) return []
  const { old, record } = snapshot
  const changed = storedChanges(entity, old, record)
  const made = { created: old === null, changed, ...(transition === undefined ? {} : { transition }) }
  return validateRules(context, entity, snapshot, { ...made, beforeEffects: true })
}

function hasRulesBefore({ rules }: Entity): boolean {
  return rules.some(({ checked }) => checked === 'before effects')
}

interface AskedOfRecord {
  readonly requested: RequestedWrite | 'document'
  readonly choices: MadeChoices
}

/** Policy, what is required, and what may be chosen, in one look. */
async function validateRecord(
  context: CommandContext,
  entity: Entity,
  snapshot: WrittenSnapshot,
  { requested, choices }: AskedOfRecord,
): Promise<void> {
  const { record } = snapshot
  const conditions =
    requested === 'document'
      ? entityConditions(context.running, entity, 'written', () => writtenNodes(entity))
      : requested.policy.conditionsOnWritten
  const evaluate = await evaluateNow(context, conditions, snapshot)
  if (requested !== 'document') await requireRequested(context, requested, snapshot, evaluate)
  const open = choices.open(record)
  const unfit = [
    ...missingFields(entity, record, context.stepToCome === undefined ? evaluate : LEAVES_OPEN),
    ...wrongChoices(context.running.model, entity, snapshot, evaluate, (field) => open.includes(field)),
  ]
  await refuseUnfit(context, entity, snapshot, unfit)
}

/** May the effects of the events set one of these fields? */
function isSetBy(events: readonly RecordEvent[], fields: readonly string[]): boolean {
  const sets = (effect: Effect): boolean => {
    if (effect.kind === 'for each') return effect.effects.some(sets)
    if (effect.kind === 'try') return [effect.effect, effect.otherwise].some(sets)
    return ['set', 'add', 'remove'].includes(effect.kind) && 'field' in effect && fields.includes(effect.field)
  }
  return events.some(({ then }) => then.some(sets))
}

async function refuseUnfit(
  context: CommandContext,
  entity: Entity,
  snapshot: WrittenSnapshot,
  unfit: readonly FieldError[],
): Promise<void> {
  if (unfit.length === 0) return
  const about = { entity: entity.name.identifier, snapshot }
  await refuseWithMessage(context, wrongInput(context.running.model, unfit), about)
}
