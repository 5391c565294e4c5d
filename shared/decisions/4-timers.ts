// Decides when automatic transitions and timers of a record fall due, from what is kept of them.
import { momentToMilliseconds, startOfDay } from '../expressions/calendar.ts'
import { millisecondsIn } from '../expressions/duration.ts'
import type { Whole } from '../expressions/functions/whole.ts'
import type { Value } from '../expressions/value.ts'
import {
  addWorkingTime,
  subtractWorkingTime,
  workingLengthOf,
  workingTime,
} from '../expressions/functions/working-time.ts'
import type { Expression, Node } from '../expressions/node.ts'
import type { Entity, Model, Timer, Transition, TransitionRow } from '../model/model.ts'
import type { Evaluator } from './evaluator.ts'

/** Event that may happen by itself: a row with `after`, or a timer. `key` is unique within the entity. */
export type Trigger =
  | {
      readonly kind: 'transition'
      readonly key: string
      /** With this row as the only one. */
      readonly transition: Transition
      readonly row: TransitionRow
      readonly after: NonNullable<TransitionRow['after']>
    }
  | { readonly kind: 'timer'; readonly key: string; readonly timer: Timer }

/** State of a trigger that is kept with its record. Moments are RFC 3339. */
export interface TriggerState {
  /** When the state was entered; of a timer when its present run began. Null: it is paused. */
  readonly since: string | null
  /** When it falls due, or fell due. Null: it does not run. */
  readonly moment: string | null
  /** Milliseconds that earlier runs of a timer have used. */
  readonly spent: number
  /** `isDone` is true once the trigger has fired for this moment, or was skipped. */
  readonly isDone: boolean
  /** How often it has fired since the state was entered, and when last. */
  readonly times: number
  readonly fired: string | null
  /** Last of the moments of a row with `stay` that came in this state, done or skipped; kept when its date moves. */
  readonly came?: string | null
}

export interface TriggerContext {
  readonly model: Model
  readonly entity: Entity
  readonly record: { readonly [field: string]: unknown }
  readonly evaluate: Evaluator
  readonly now: string
  /** When the state that it is in was entered. */
  readonly entered: string
  /** Was it entered by this very change? */
  readonly isEntered: boolean
}

export function triggersOf(entity: Entity): readonly Trigger[] {
  const transitions = [...entity.transitions.values()].flatMap((transition) =>
    transition.rows.flatMap((row, index): Trigger[] =>
      row.after === undefined || row.from === 'new record'
        ? []
        : [
            {
              kind: 'transition',
              key: `${transition.name.identifier} ${index}`,
              transition: { ...transition, rows: [row] },
              row,
              after: row.after,
            },
          ],
    ),
  )
  const timers = [...entity.timers].map(([key, timer]): Trigger => ({ kind: 'timer', key, timer }))
  return [...transitions, ...timers]
}

/** The field in whose states it runs. */
export function fieldOfTrigger(trigger: Trigger): string {
  return trigger.kind === 'timer' ? trigger.timer.field : trigger.transition.field
}

/** May it run in the state that the record is in? */
export function runsInState(trigger: Trigger, record: { readonly [field: string]: unknown }): boolean {
  const state = String(record[fieldOfTrigger(trigger)] ?? '')
  if (trigger.kind === 'timer') return trigger.timer.runsIn.includes(state)
  const { from } = trigger.row
  return from === 'any' || from.includes(state)
}

/** Lists the expressions of the record that a trigger depends on, as they are worked out. */
export function triggerNodes(entity: Entity, trigger: Trigger): readonly Node[] {
  return triggerExpressions(entity, trigger).map(({ tree }) => tree)
}

/** Lists the same expressions as those are asked for who are shown the moment of a trigger. */
export function nodesAskedForMoment(entity: Entity, trigger: Trigger): readonly Node[] {
  return triggerExpressions(entity, trigger).map(({ tree, asked = tree }) => asked)
}

function triggerExpressions(entity: Entity, trigger: Trigger): readonly Expression[] {
  if (trigger.kind === 'timer') {
    const { lasts } = lastingOf(entity, trigger.timer)
    return lasts.kind === 'expression' ? [lasts.expression] : []
  }
  const { after } = trigger
  if (after.kind !== 'every') return [after.expression]
  return [after.period, after.from, ...(after.atMost ? [after.atMost] : [])]
}

/** Plans the state of a trigger that is to be kept from now on. Undefined means that none is kept. */
export function planTrigger(
  trigger: Trigger,
  state: TriggerState | undefined,
  context: TriggerContext,
): TriggerState | undefined {
  if (trigger.kind === 'timer') return planTimer(trigger.timer, state, context)
  if (!runsInState(trigger, context.record)) return undefined
  const since = context.isEntered ? context.entered : (state?.since ?? context.entered)
  const known = state !== undefined && state.since === since ? state : undefined
  const { after } = trigger
  if (after.kind === 'every') return planRepetition(after, known, since, context)
  const moment = momentOf(after, since, context)
  if (trigger.row.to === 'stay') return planOnceEach(moment, known, since)
  if (moment === undefined) return undefined
  const isDone = known?.moment === moment && known.isDone
  return { since, moment, spent: 0, isDone, times: isDone ? known.times : 0, fired: isDone ? known.fired : null }
}

/**
 * Waits for a moment that lies after all that came in this state, also after its date was moved or emptied meanwhile.
 * One that an administrator ran ahead came, but not those before it that had not passed then.
 */
function planOnceEach(
  moment: string | undefined,
  known: TriggerState | undefined,
  since: string,
): TriggerState | undefined {
  const { times, fired } = known ?? { times: 0, fired: null }
  const came = known?.came ?? (known?.isDone === true ? known.moment : null)
  if (moment === undefined && came === null) return undefined
  const isPast = moment !== undefined && fired !== null && between(moment, fired) >= 0
  const left = moment === undefined || came === null ? 0 : between(came, moment)
  const isDone = came !== null && (left === 0 || (left < 0 && isPast))
  return { since, moment: moment ?? null, spent: 0, isDone, times, fired, came }
}

/** Returns the state of a trigger to keep after it has fired or was skipped. */
export function afterFiring(state: TriggerState, now: string): TriggerState {
  const came = state.came === undefined ? {} : { came: state.moment }
  return { ...state, ...came, isDone: true, times: state.times + 1, fired: now }
}

function momentOf(
  after: Exclude<NonNullable<TransitionRow['after']>, { kind: 'every' }>,
  since: string,
  { evaluate, model }: TriggerContext,
): string | undefined {
  const value = evaluate(after.expression.tree)
  if (after.kind === 'duration') return isWhole(value) ? later(since, millisecondsIn(value)) : undefined
  return toMoment(value, after.expression.tree, model)
}

/** A date is the moment at which it begins. */
function toMoment(value: unknown, node: Node, model: Model): string | undefined {
  if (typeof value !== 'string') return undefined
  return node.type.kind === 'date' ? (startOfDay(value, model.settings.timeZone) ?? undefined) : value
}

/** The next of its moments, of those after the state was entered; of several that have passed meanwhile one counts. */
function planRepetition(
  after: Extract<NonNullable<TransitionRow['after']>, { kind: 'every' }>,
  known: TriggerState | undefined,
  since: string,
  { evaluate, model }: TriggerContext,
): TriggerState | undefined {
  const given = evaluate(after.period.tree)
  const period = isWhole(given) ? millisecondsIn(given) : 0
  const from = toMoment(evaluate(after.from.tree), after.from.tree, model)
  const times = known?.times ?? 0
  const fired = known?.fired ?? null
  // How often it came counts on when it has moments again.
  const idle = times === 0 ? undefined : { since, moment: null, spent: 0, isDone: true, times, fired }
  if (period <= 0 || from === undefined) return idle
  const most = after.atMost && evaluate(after.atMost.tree)
  if (typeof most === 'number' && times >= most)
    return { since, moment: known?.moment ?? null, spent: 0, isDone: true, times, fired }
  const start = momentToMilliseconds(from)
  const count = Math.max(0, Math.floor((momentToMilliseconds(fired ?? since) - start) / period) + 1)
  const moment = later(from, count * period)
  return moment === undefined ? idle : { since, moment, spent: 0, isDone: false, times, fired }
}

function planTimer(timer: Timer, state: TriggerState | undefined, context: TriggerContext): TriggerState | undefined {
  const { record, now, entered, model } = context
  const isRunning = timer.runsIn.includes(String(record[timer.field] ?? ''))
  if (state === undefined && !isRunning) return undefined
  const { calendar } = timer
  const hours = calendar === undefined ? undefined : openingHoursOf(model, calendar)
  const { timeZone } = model.settings
  let { since, spent } = state ?? { since: entered, spent: 0 }
  if (isRunning) since ??= now
  else if (since !== null) {
    spent += Math.max(0, hours ? (workingTime(since, now, hours, timeZone) ?? 0) : between(since, now))
    since = null
  }
  const lasts = lastingIn(timer, context)
  // It may be overdue since before it paused: then it was due before its present run.
  const left = lasts === undefined ? undefined : Math.max(0, lasts) - spent
  let moment: string | null = null
  if (since !== null && left !== undefined)
    moment = (hours ? moveByWorkingTime(since, left, hours, timeZone) : later(since, left)) ?? null
  return { since, moment, spent, isDone: state?.isDone ?? false, times: state?.times ?? 0, fired: state?.fired ?? null }
}

function moveByWorkingTime(from: string, milliseconds: number, hours: string, timeZone: string): string | null {
  return milliseconds < 0
    ? subtractWorkingTime(from, -milliseconds, hours, timeZone)
    : addWorkingTime(from, milliseconds, hours, timeZone)
}

/** Finds the length of a timer. If that is a share of another timer, returns the whole and the part of it. */
function lastingOf(entity: Entity, timer: Timer): { readonly lasts: Timer['lasts']; readonly part: number } {
  let [{ lasts }, part] = [timer, 1]
  while (lasts.kind === 'share') {
    part *= lasts.percent / 100
    const whole = entity.timers.get(lasts.of)
    if (whole === undefined) break
    lasts = whole.lasts
  }
  return { lasts, part }
}

/**
 * Computes the length of a timer in milliseconds, or undefined if there is no such timer now. If a calendar counts, a
 * day is its usual working day.
 */
function lastingIn(timer: Timer, { entity, model, evaluate }: TriggerContext): number | undefined {
  const { lasts, part } = lastingOf(entity, timer)
  if (lasts.kind === 'share') return undefined
  const value = evaluate(lasts.expression.tree)
  const { calendar } = timer
  if (!isWhole(value)) return undefined
  return (
    part * (calendar === undefined ? millisecondsIn(value) : workingLengthOf(value, openingHoursOf(model, calendar)))
  )
}

function isWhole(value: Value): value is Whole {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** Returns the opening hours of a calendar in the form that expressions use. */
export function openingHoursOf(model: Model, calendar: string): string {
  return JSON.stringify(model.calendars.get(calendar)?.hours ?? { week: [[], [], [], [], [], [], []], holidays: [] })
}

function between(from: string, to: string): number {
  return momentToMilliseconds(to) - momentToMilliseconds(from)
}

/** Never early: a part of a millisecond is a whole one. Undefined: beyond what a calendar has. */
function later(moment: string, milliseconds: number): string | undefined {
  const at = new Date(momentToMilliseconds(moment) + Math.ceil(milliseconds))
  return Number.isFinite(at.getTime()) && at.getUTCFullYear() <= 9999 ? at.toISOString() : undefined
}
