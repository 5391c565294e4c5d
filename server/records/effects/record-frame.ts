// Runs the effects of point 4 on the record at hand, which they change together in one version.
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { nodesOfEffect } from '#shared/model/4-states/nodes-of-effect.ts'
import type { Effect, Entity } from '#shared/model/model.ts'
import { makeConditions } from '../../policy/conditions.ts'
import type { CommandContext } from '../write/command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import { computeKept } from '../write/computed-fields.ts'
import { lastChange, writeChanges } from '../write/write-changes.ts'
import { refuseWithMessage } from '../messages/refuse-with-message.ts'
import type { ValueSources } from '../messages/value-sources.ts'
import { NO_SOURCES, recordsBehind, withSource } from '../messages/value-sources.ts'
import { restartTimer } from '../timers/record-timers.ts'
import { settleTimers, showsTimers } from '../write/settle-timers.ts'
import { queueWebhookOf } from '../webhooks/queue-webhook.ts'
import { refuseUnfitFiles } from '../files/attach-files.ts'
import { valueFor } from './effect-value.ts'
import { notifyPeople } from './notify-people.ts'
import type { InputFinder } from './naming-inputs.ts'
import type { EffectFrame } from './run-effect.ts'
import { runEffects } from './run-effect.ts'
import { makeRefusal } from '#shared/decisions/refusals.ts'

interface EffectsOptions {
  /** Fields that change before the first effect: the state. */
  readonly start?: { readonly [field: string]: unknown }
  /** The change before these effects and they are one: the version stays. */
  readonly sameVersion?: boolean
  /** The record stays as it is, with its version, where they set no field. */
  readonly onlyIfSet?: boolean
  /** The record was just deleted: nothing more is written to it. */
  readonly isDeleted?: boolean
  /** Validates the record before the first effect; what it throws refuses the command. */
  readonly beforeEffects?: (record: RecordValue) => Promise<void>
  readonly inputOf?: InputFinder
  /** Fields that readers of texts must be able to read to be shown the inputs. */
  readonly sources?: ValueSources
  readonly choices?: ChoiceObserver
}

/** Checks the choices that effects make in the record, before those after them use up what was chosen. */
export interface ChoiceObserver {
  check(record: RecordValue): Promise<unknown>
}

/** Applies effects to a record, and gives it as the last one left it; undefined when one of them has deleted it. */
export async function applyEffects(
  context: CommandContext,
  entity: Entity,
  before: RecordSnapshot,
  effects: readonly Effect[],
  options: EffectsOptions = {},
): Promise<RecordValue | undefined> {
  const frame = makeRecordFrame(context, entity, before, options)
  if (options.beforeEffects) {
    await frame.flush()
    if (entity.timers.size > 0) await frame.settle()
    await options.beforeEffects(frame.record())
  }
  await runEffects(frame, effects)
  await frame.flush()
  return frame.isGone() ? undefined : frame.record()
}

interface RecordFrame extends EffectFrame {
  record(): RecordValue
  isGone(): boolean
  /** Writes what was set so far, and brings the timers of the record up to date with it. */
  settle(): Promise<void>
}

function makeRecordFrame(
  context: CommandContext,
  entity: Entity,
  before: RecordSnapshot,
  options: EffectsOptions,
): RecordFrame {
  const { start, sameVersion, onlyIfSet, isDeleted } = options
  const name = entity.name.identifier
  const version = Number(before.record['_version']) - (sameVersion === true ? 1 : 0)
  let state = {
    pending: { ...start },
    written: before.record,
    isWritten: sameVersion === true || onlyIfSet === true,
    isGone: false,
    names: before.input ?? {},
    sources: options.sources ?? NO_SOURCES,
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
  const snapshot = (): RecordSnapshot => ({ ...before, record: record(), input: state.names })
  const put = (field: string, value: unknown): void => {
    state = { ...state, pending: { ...state.pending, [field]: value } }
  }
  const flush = async (): Promise<void> => {
    if (isDeleted === true || state.isGone || (state.isWritten && Object.keys(state.pending).length === 0)) return
    // One change is one version, however many effects it has, and no lower one than others have made of it meanwhile.
    const least = Math.max(version, Number(state.written['_version']) - 1)
    const written = await writeChanges(context, entity, { ...state.written, _version: least }, state.pending)
    state = { ...state, written, pending: {}, isWritten: true }
  }
  /** The record for which its timers are up to date. */
  let settled: RecordValue | undefined
  const settle = async (): Promise<void> => {
    await flush()
    if (isDeleted === true || state.isGone || settled === state.written) return
    settled = await settleTimers(context, entity, state.written, before.old ?? null)
    if (settled !== state.written) state = { ...state, written: settled }
  }
  return {
    context,
    ...(options.inputOf && { inputOf: options.inputOf }),
    record,
    isGone: () => state.isGone,
    flush,
    settle,
    async begin(effect) {
      const conditions = context.running.compiled('effect', effect, () =>
        makeConditions(name, [...nodesOfEffect(effect), ...recordsBehind(effect)]),
      )
      // What is set so far goes to the database before anything there is asked, or others come to see it.
      const reachesFurther = REACHES_FURTHER.has(effect.kind)
      if (conditions.preparation.facts.length > 0 || reachesFurther) await flush()
      if (reachesFurther && isDeleted !== true && !state.isGone) await options.choices?.check(record())
      if (showsTimers(context.running, entity, effect)) await settle()
      const evaluate = await evaluateNow(context, conditions, snapshot())
      const read = (node: Node) => evaluate(node) ?? null
      return {
        values: (_part, nodes) => Promise.resolve(nodes.map(read)),
        known: (_part, node) => Promise.resolve(read(node)),
      }
    },
    name(given, value, source) {
      const sources = withSource(state.sources, given, source)
      state = { ...state, names: { ...state.names, [given]: value }, sources }
    },
    entity: name,
    sources: () => state.sources,
    async set({ field }, value) {
      const json = valueFor(entity, field, value)
      await refuseUnfitFiles(context, entity, field, json)
      put(field, json)
    },
    findOwner: ({ field }) =>
      Promise.resolve({ entity, record: record(), put: (members) => Promise.resolve(put(field, members)) }),
    lineAuthority: () => 'document',
    notify(effect, people) {
      const place = { entity: name, record: record() }
      const about = { entity: name, snapshot: snapshot(), isDeleted, sources: state.sources }
      return notifyPeople(context, about, people, effect, place)
    },
    refuse(effect) {
      const refusal = makeRefusal(effect.code, {}, { entity: name, cites: effect.cite })
      return refuseWithMessage(context, refusal, { entity: name, snapshot: snapshot(), isDeleted })
    },
    send: (effect) => queueWebhookOf(context, entity, snapshot(), effect),
    restart({ timer }) {
      settled = undefined
      return restartTimer(context, entity, record().id, timer)
    },
    access: ({ kind }) => Promise.reject(new Error(`"${kind}" has no session outside calls.`)),
    async reload() {
      if (isDeleted === true) return
      const found = await context.transaction.record(name, before.record.id)
      state = found === undefined ? { ...state, pending: {}, isGone: true } : { ...state, written: found }
    },
    keep() {
      const kept = state
      return () => {
        state = kept
        settled = undefined
      }
    },
  }
}

/** Effects whose outcome others see, or whose message tells of the record: they need it as it is by then. */
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
