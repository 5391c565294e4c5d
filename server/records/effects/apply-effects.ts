// Applies the effects under "then" in order, as the document; each sees the ones before.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { Effect, Entity } from '#shared/model/model.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { Refused } from '../../policy/refused.ts'
import { restartTimer } from '../timers/record-timers.ts'
import { queueWebhookOf } from '../webhooks/queue-webhook.ts'
import { applyToOthers } from './effects-on-others.ts'
import { valueFor } from './effect-value.ts'
import { notifyPeople } from './notify-people.ts'
import type { RecordSnapshot } from '../command/condition-facts.ts'
import { isCascadeExhausted } from './cascade-limit.ts'
import { computeKept, lastChange, writeChanges } from '../command/write-changes.ts'
import { refuseWithMessage } from '../messages/refuse-with-message.ts'
import type { CommandContext } from '../command/command-context.ts'
import { evaluateNow } from '../command/command-context.ts'

interface EffectsOptions {
  /** What changes before the first effect: the state. */
  readonly start?: { readonly [field: string]: unknown }
  /** The change before these effects and they are one: the version stays. */
  readonly sameVersion?: boolean
  /** The record was just deleted: nothing more is written to it. */
  readonly isDeleted?: boolean
  /** Validates the record as it stands before the first effect; what it throws refuses it. */
  readonly beforeEffects?: (record: RecordValue) => Promise<void>
}

/** Gives the record as it is after the last effect; undefined when one of them has deleted it. */
export async function applyEffects(
  context: CommandContext,
  entity: Entity,
  before: RecordSnapshot,
  effects: readonly Effect[],
  options: EffectsOptions = {},
): Promise<RecordValue | undefined> {
  const frame = beginFrame(context, entity, before, options)
  if (options.beforeEffects) {
    await frame.write()
    await options.beforeEffects(frame.record())
  }
  for (const effect of effects) await applyEffect(frame, effect)
  await frame.write()
  return frame.isGone() ? undefined : frame.record()
}

/** One record and the effects that are done to it. */
interface EffectFrame {
  readonly context: CommandContext
  readonly entity: Entity
  /** Its inputs, and what `let` and `for each` have named so far. */
  snapshot(): RecordSnapshot
  record(): RecordValue
  set(field: string, value: unknown): void
  name(name: string, value: Value): void
  /** What was set so far goes to the database before anything there is asked or others come to see it. */
  write(): Promise<void>
  /** Others may have changed the record, or deleted it. */
  reload(): Promise<void>
  isGone(): boolean
  /** Brings back the frame as it is now, after what was written since was undone. */
  keep(): () => void
}

function beginFrame(
  context: CommandContext,
  entity: Entity,
  before: RecordSnapshot,
  options: EffectsOptions,
): EffectFrame {
  const { start, sameVersion, isDeleted } = options
  const version = Number(before.record['_version']) - (sameVersion === true ? 1 : 0)
  let state = {
    pending: { ...start },
    written: before.record,
    isWritten: sameVersion === true,
    isGone: false,
    names: before.input ?? {},
  }
  /** Each effect sees those before, in what is worked out from the fields that they set, too. */
  let seen: { readonly state: typeof state; readonly record: RecordValue } | undefined
  const record = (): RecordValue => {
    if (seen?.state.written === state.written && seen.state.pending === state.pending) return seen.record
    const isChanged = !state.isWritten || Object.keys(state.pending).length > 0
    const changed = isChanged ? { ...state.written, ...state.pending, ...lastChange(context) } : state.written
    seen = { state, record: isChanged ? { ...changed, ...computeKept(context, entity, changed) } : changed }
    return seen.record
  }
  return {
    context,
    entity,
    record,
    snapshot: () => ({ ...before, record: record(), input: state.names }),
    set(field, value) {
      state = { ...state, pending: { ...state.pending, [field]: value } }
    },
    name(name, value) {
      state = { ...state, names: { ...state.names, [name]: value } }
    },
    async write() {
      if (isDeleted === true || state.isGone || (state.isWritten && Object.keys(state.pending).length === 0)) return
      // One change is one version, however many effects it has, and no lower one than others have made of it meanwhile.
      const least = Math.max(version, Number(state.written['_version']) - 1)
      const written = await writeChanges(context, entity, { ...state.written, _version: least }, state.pending)
      state = { ...state, written, pending: {}, isWritten: true }
    },
    async reload() {
      if (isDeleted === true) return
      const found = await context.transaction.record(entity.name.identifier, before.record.id)
      state = found === undefined ? { ...state, pending: {}, isGone: true } : { ...state, written: found }
    },
    isGone: () => state.isGone,
    keep() {
      const kept = state
      return () => {
        state = kept
      }
    },
  }
}

async function applyEffect(frame: EffectFrame, effect: Effect): Promise<void> {
  const { context, entity } = frame
  const conditions = context.running.compiled('effect', effect, () =>
    makeConditions(entity.name.identifier, nodesOf(effect)),
  )
  const needsFacts = conditions.preparation.facts.length > 0
  if (needsFacts || REACHES_FURTHER.has(effect.kind)) await frame.write()
  const evaluate = await evaluateNow(context, conditions, frame.snapshot())
  if (effect.if !== undefined && evaluate(effect.if.tree) !== true) return
  switch (effect.kind) {
    case 'set':
      return frame.set(effect.field, valueFor(context, entity, effect.field, evaluate(effect.value.tree), effect.cite))
    case 'add':
    case 'remove':
      return frame.set(
        effect.field,
        valueFor(context, entity, effect.field, members(frame.record(), effect, evaluate), effect.cite),
      )
    case 'let':
      return frame.name(effect.name, evaluate(effect.value.tree))
    case 'for each': {
      const items = evaluate(effect.items.tree)
      for (const item of Array.isArray(items) ? items : []) {
        frame.name(effect.variable, item)
        await applyEffect(frame, effect.effect)
      }
      return undefined
    }
    case 'try':
      return applyTry(frame, effect)
    case 'notify':
      return notify(frame, effect, evaluate)
    case 'refuse': {
      const about = { entity: entity.name.identifier, snapshot: frame.snapshot() }
      return refuseWithMessage(
        context,
        makeRefusal(context.running.model, effect.code, { entity: about.entity, cites: effect.cite }),
        about,
      )
    }
    case 'create':
    case 'update':
    case 'delete':
    case 'do':
      await applyToOthers(context, effect, evaluate)
      return frame.reload()
    case 'restart':
      return restartTimer(context, entity, frame.record().id, effect.timer)
    case 'send':
      return queueWebhookOf(context, entity, frame.snapshot(), effect)
    case 'sign up':
    case 'sign in':
    case 'sign out':
      return undefined
  }
}

/** What others may see, and what a message says, follows from the record as it is by then. */
const REACHES_FURTHER: ReadonlySet<Effect['kind']> = new Set([
  'create',
  'update',
  'delete',
  'do',
  'notify',
  'refuse',
  'for each',
  'try',
  'send',
])

function members(
  record: RecordValue,
  effect: Effect & { readonly kind: 'add' | 'remove' },
  evaluate: Evaluator,
): Value {
  const held = record[effect.field]
  const before = Array.isArray(held) ? (held as readonly Value[]) : []
  const given = evaluate(effect.items.tree)
  const items = (Array.isArray(given) ? given : [given]).filter((item) => item !== null) as readonly Value[]
  return effect.kind === 'add'
    ? [...before, ...items.filter((item) => !before.includes(item))]
    : before.filter((item) => !items.includes(item))
}

/** A refusal undoes the first effect, with all that it set off; then the other is done. */
async function applyTry(frame: EffectFrame, { effect, otherwise }: Effect & { readonly kind: 'try' }): Promise<void> {
  const bringBack = frame.keep()
  try {
    await frame.context.transaction.savepoint(async () => {
      await applyEffect(frame, effect)
      await frame.write()
    })
  } catch (error) {
    // A document whose effects run in a circle does so again at every try.
    if (!(error instanceof Refused) || isCascadeExhausted(frame.context)) throw error
    bringBack()
    await applyEffect(frame, otherwise)
  }
}

function nodesOf(effect: Effect): readonly Node[] {
  const own = ownNodesOf(effect)
  return effect.if === undefined ? own : [effect.if.tree, ...own]
}

function ownNodesOf(effect: Effect): readonly Node[] {
  switch (effect.kind) {
    case 'set':
    case 'let':
      return [effect.value.tree]
    case 'add':
    case 'remove':
    case 'for each':
      return [effect.items.tree]
    case 'create':
      return [...effect.fields.map(({ value }) => value.tree), ...(effect.exists ? [effect.exists.tree] : [])]
    case 'update':
      return [effect.records.tree, ...effect.fields.map(({ value }) => value.tree)]
    case 'delete':
      return [effect.records.tree]
    case 'do':
      return [effect.records.tree, ...effect.input.map(({ value }) => value.tree)]
    case 'notify':
      return [effect.who.tree]
    case 'refuse':
    case 'try':
    case 'send':
    case 'restart':
    case 'sign up':
    case 'sign in':
    case 'sign out':
      return []
  }
}

async function notify(
  frame: EffectFrame,
  effect: Effect & { readonly kind: 'notify' },
  evaluate: Evaluator,
): Promise<void> {
  const who = evaluate(effect.who.tree)
  const people = (Array.isArray(who) ? who : [who]).filter((id): id is string => typeof id === 'string')
  const about = { entity: frame.entity.name.identifier, key: effect, snapshot: frame.snapshot() }
  await notifyPeople(frame.context, about, people, effect)
}
