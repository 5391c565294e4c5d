// Completes records that a deletion took a relation from: their events, what they require, their rules.
import type { Refusal } from '#shared/decisions/decision.ts'
import { sayRemedy } from '#shared/refusals/remedies.ts'
import { makeRefusal } from '#shared/decisions/refusals.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { Refused } from '../../policy/refused.ts'
import { sayFailure } from '../../policy/word-for-reader.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { rules } from '../followers/rules.ts'
import { timers } from '../followers/timers.ts'
import { OTHER_RECORDS } from './write-error.ts'
import { titleOfRecord } from '../messages/message-values.ts'
import type { Change } from './change.ts'
import type { CommandContext } from './command-context.ts'
import { completeRecord } from './complete-write.ts'
import { computeKept, withComputed } from './computed-fields.ts'
import { lastChange } from './write-changes.ts'

/**
 * Gives these changes as their events leave them, without those of records that an event has deleted. What a cleared
 * record requires or obeys refuses the deletion.
 */
export async function completeCleared(context: CommandContext, changes: readonly Change[]): Promise<readonly Change[]> {
  const completed: { readonly cleared: Change; readonly done: Change }[] = []
  for (const cleared of changes) {
    const done = await asCleared(context, cleared, () => complete(context, cleared))
    if (done !== undefined) completed.push({ cleared, done })
  }
  const obeyed: Change[] = []
  for (const { done } of completed) await timers.follow(context, done)
  for (const { cleared, done } of completed) {
    const found = await asCleared(context, cleared, () => rules.follow(context, done) ?? Promise.resolve())
    obeyed.push({ ...done, confirmed: [...new Set([...done.confirmed, ...(found?.confirmed ?? [])])] })
  }
  return obeyed
}

async function complete(context: CommandContext, change: Change): Promise<Change | undefined> {
  const { entity, id, before, changed } = change
  const name = entity.name.identifier
  // An event of another one may have changed it, or deleted it.
  const cleared = await context.transaction.record(name, id)
  if (cleared === undefined) return undefined
  const standard = lastChange(context)
  const computed = computeKept(context, entity, { ...cleared, ...standard })
  // The deletion has raised its version.
  const values = { ...standard, ...computed, _version: Number(cleared['_version']) }
  await context.transaction.update(name, id, values)
  const record = await withComputed(context, entity, { ...cleared, ...values })
  const former = Object.fromEntries(changed.map((field) => [field, before?.[field] ?? null]))
  const old = before === null ? { ...cleared, ...former } : before
  return completeRecord(context, entity, { record, old }, 'document', { cause: 'clear' })
}

/** Runs a part of it; what refuses it, or warns, says which record is meant. */
async function asCleared<T>(context: CommandContext, change: Change, run: () => Promise<T>): Promise<T> {
  const { unconfirmed } = context
  const from = unconfirmed.length
  try {
    const done = await run()
    for (const { record, refused: warning } of unconfirmed.splice(from))
      unconfirmed.push({ record, refused: await refusedFor(context, change, warning) })
    return done
  } catch (error) {
    throw error instanceof Refused ? await refusedFor(context, change, error) : error
  }
}

/**
 * The fields of the refusal are none of the record that is deleted. Of a record that the actor may not read, no more than
 * the rule is said.
 */
async function refusedFor(
  context: CommandContext,
  { entity, id, before, changed }: Change,
  { refusal, details }: Refused,
): Promise<Refused> {
  const { running, storage, transaction, actorContext } = context
  const { actor, now } = actorContext
  const name = entity.name.identifier
  const policyContext = { database: transaction, storage, running, now }
  const record = (await transaction.record(name, id)) ?? before
  const isKnown =
    record !== null && (actor.system || (await readableFieldsOf(policyContext, actor, name, record)) !== undefined)
  const clearRefusal = withoutFields(running.model, entity, refusal, isKnown)
  if (!isKnown) return new Refused(clearRefusal, { ...details, mayPass: true })
  const title = await titleOfRecord(policyContext, actorContext, actor, name, record)
  const fields = {
    names: changed.map((field) => labelFor(entity.fields.get(field)?.name.label ?? field)),
    by: 'and',
  } as const
  const { label } = entity.name
  const named =
    title === undefined || title === '' ? label : { says: { en: `${label} “${title}”`, de: `${label} „${title}“` } }
  const remedy = sayRemedy(running.model.settings.language, 'clears', { fields, record: named })
  const about = { entity: name, id, ...(title === undefined ? {} : { title }) }
  const namedRefusal = clearRefusal.confirm === undefined ? { ...clearRefusal, remedy } : clearRefusal
  return new Refused(namedRefusal, { ...details, about, mayPass: true })
}

function withoutFields(model: Model, entity: Entity, refusal: Refusal, isKnown: boolean): Refusal {
  // A rule says what is wrong by itself; wrong values are said field by field.
  if (refusal.name !== 'invalid' || refusal.template !== undefined) return { ...refusal, errors: [] }
  if (!isKnown) return makeRefusal('still_referred', { records: OTHER_RECORDS }, { cites: refusal.cites })
  const values = { entity: entity.name.label, problem: sayFailure(model, refusal) }
  return makeRefusal('clears_wrongly', values, { cites: refusal.cites ?? refusal.errors[0]?.cites })
}
