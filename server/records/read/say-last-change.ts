// Says who changed a record before a write that came too late, and when, as far as its history shows it.
import { memoByModel } from '#shared/model/memo-by-model.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { HistoryItem } from '#shared/protocol/history.ts'
import { printingOf } from '#shared/decisions/8-errors.ts'
import { sayRemedy } from '#shared/refusals/remedies.ts'
import { labelFor } from '#shared/text/label.ts'
import { quoteName } from '#shared/text/language.ts'
import type { HoleValue, Phrase } from '#shared/text/phrase.ts'
import type { CommandContext } from '../write/command-context.ts'
import { findLastChange } from './read-history.ts'

/** "It is “Open” now: “Take” by Amara Okafor, 14:02." `field`: that of the workflow. */
export async function sayStateChange(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
  field: string,
): Promise<string> {
  const { model } = context.running
  const { language } = model.settings
  const word = String(record[field])
  const label = entity.workflows.get(field)?.states.find((each) => each.word === word)?.label ?? word
  const state = quoteName(labelFor(label), language)
  const change = await findChange(context, entity, record, field)
  if (change === undefined) return sayRemedy(language, 'is_now', { state })
  const when = sayMoment(model, change.at, context.actorContext.now)
  const who = whoOf(change)
  if (who === undefined) return sayRemedy(language, 'is_now_since', { state, when })
  const name = entity.transitions.get(change.transition ?? '')?.name
  if (name === undefined) return sayRemedy(language, 'is_now_by', { state, who, when })
  return sayRemedy(language, 'is_now_after', { state, step: quoteName(labelFor(name.label), language), who, when })
}

/** "Amara Okafor changed it, 14:02."; undefined: the actor may not know. */
export async function sayLastChange(
  context: CommandContext,
  entity: Entity,
  record: RecordValue,
): Promise<string | undefined> {
  const { model } = context.running
  const change = await findChange(context, entity, record)
  const who = change && whoOf(change)
  if (who === undefined) return undefined
  const when = sayMoment(model, change?.at ?? '', context.actorContext.now)
  return sayRemedy(model.settings.language, 'changed_by', { who, when })
}

function findChange(
  { transaction, storage, running, actorContext }: CommandContext,
  entity: Entity,
  record: RecordValue,
  field?: string,
): Promise<HistoryItem | undefined> {
  const policyContext = { database: transaction, storage, running, now: actorContext.now }
  return findLastChange(policyContext, actorContext, entity, record, field)
}

/** Undefined where the actor may not know it. */
function whoOf({ by }: HistoryItem): HoleValue | undefined {
  return by === null ? SYSTEM : by?.name
}

const SYSTEM: Phrase = { says: { en: 'the system', de: 'dem System' } }

/** The time of day, where it was today in the application's zone. */
function sayMoment(model: Model, at: string, now: string): string {
  const { day, time } = clocksOf(model)
  const [then, today] = [new Date(at), new Date(now)]
  return day.format(then) === day.format(today) ? time.format(then) : printingOf(model).formatters.moment(at)
}

const clocksOf = memoByModel((model) => {
  const { locale, timeZone } = printingOf(model)
  return {
    day: new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }),
    time: new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }),
  }
})
