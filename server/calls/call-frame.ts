// Runs the steps of a call: sets and names are read under the policy of its caller, the rest as the document.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import { callName } from '#shared/model/4-states/fields-of-input.ts'
import { anonymous, makeActor } from '#shared/policy/actor.ts'
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import { sentName } from '#shared/expressions/sent-input.ts'
import type { Effect } from '#shared/model/model.ts'
import { secondFactorLine } from '../auth/second-factor/second-factor-requirement.ts'
import { entityNamed, policyOf } from '../policy/policy.ts'
import type { CommandContext } from '../records/write/command-context.ts'
import { deepenCascade } from '../records/effects/cascade-limit.ts'
import { valueFor } from '../records/effects/effect-value.ts'
import { notifyPeople } from '../records/effects/notify-people.ts'
import type { EffectFrame, EffectOf, EffectReader, RelationOwner } from '../records/effects/run-effect.ts'
import { runEffects } from '../records/effects/run-effect.ts'
import { inputFinder } from '../records/effects/naming-inputs.ts'
import { linesGiven } from '../records/effects/lines-of-effect.ts'
import type { ValueSources } from '../records/messages/value-sources.ts'
import { NO_SOURCES, sourcesOfInputs, withSource } from '../records/messages/value-sources.ts'
import { restartTimer, updateTimers } from '../records/timers/record-timers.ts'
import { queueWebhook, webhookNodes } from '../records/webhooks/queue-webhook.ts'
import type { CallNames, CallReadContext } from './call-values.ts'
import { readCallValues } from './call-values.ts'
import { knownRecords } from './known-records.ts'
import { setLinesOf } from './lines-of-record.ts'
import { recordAbout, recordAtHand } from './record-at-hand.ts'
import { SESSION_TOKEN } from './resolve-call.ts'
import { makeRefusal } from '#shared/decisions/refusals.ts'
import { Refused } from '../policy/refused.ts'
import { codeWords } from './rule-message.ts'

/** `CallAccess` does what steps do that sign up, in or out, and gives the caller from there on. */
export interface CallAccess {
  run(context: CommandContext, step: AccessStep): Promise<AccessResult>
}

export type AccessStep = EffectOf<'sign up' | 'sign in' | 'sign out' | 'change password'>

export interface AccessResult {
  /** Id of the person who is signed in now; null: nobody. */
  readonly person: string | null
  readonly token?: string
}

interface CallFrameOptions {
  readonly access?: CallAccess | undefined
  /** The version of the record at hand that the caller saw; lines are only given to a version that was named. */
  readonly expected?: VersionCondition | undefined
}

/** Runs the steps of a call in its command, and gives what they named and the caller that they left. */
export async function runCallSteps(
  context: CommandContext,
  call: DocumentCall,
  steps: readonly Effect[],
  names: CallNames,
  options: CallFrameOptions = {},
): Promise<{ readonly reading: CallReadContext; readonly names: CallNames }> {
  const frame = makeCallFrame(context, call, names, options)
  await runEffects(frame, steps)
  return { reading: callReadingOf(frame.context), names: frame.names() }
}

/** Runs steps that change nothing, outside commands: they name values, or refuse. */
export async function runReadingSteps(
  reading: CallReadContext,
  call: DocumentCall,
  steps: readonly Effect[],
  given: CallNames,
): Promise<CallNames> {
  let names = given
  for (const step of steps) {
    const reader = makeReader(reading, call, step, names)
    if (step.if !== undefined && (await reader.values('if', [step.if.tree]))[0] !== true) continue
    if (step.kind === 'refuse') await refuse(reading, call, names, step)
    if (step.kind === 'let') names = { ...names, [step.name]: await reader.known('value', step.value.tree) }
  }
  return names
}

export function callReadingOf({ running, storage, actorContext, transaction }: CommandContext): CallReadContext {
  return { running, storage, actorContext, transaction }
}

interface CallFrame extends EffectFrame {
  names(): CallNames
}

function makeCallFrame(
  first: CommandContext,
  call: DocumentCall,
  given: CallNames,
  { access, expected }: CallFrameOptions,
): CallFrame {
  const own = recordAtHand(call)
  let state = { context: first, names: given, sources: sourcesOfCall(first.running, call, own, given) }
  /** The record at hand: its entity and id. */
  const atHand = () => {
    const id = own && state.names[own.name]
    const entity = own && entityNamed(first.running.model, own.entity)
    return entity === undefined || typeof id !== 'string' ? undefined : { entity, id }
  }
  const lineAuthority = () => policyOf(first.running, state.context.actorContext.actor)
  return {
    get context() {
      return state.context
    },
    names: () => state.names,
    inputOf: inputFinder(call.takes),
    begin: (effect) => Promise.resolve(makeReader(callReadingOf(state.context), call, effect, state.names)),
    name(name, value, source) {
      const sources = withSource(state.sources, name, source)
      state = { ...state, names: { ...state.names, [name]: value }, sources }
    },
    sources: () => state.sources,
    async set(effect, value) {
      const found = atHand()
      if (found === undefined) return
      const { entity, id } = found
      if (effect.isLines) {
        const lines = linesGiven(lineAuthority(), [effect], [value])
        if (lines !== undefined)
          await setLinesOf(deepenCascade(state.context, effect.cite), entity, id, lines, expected)
        return
      }
      const json = valueFor(entity, effect.field, value)
      await update(state.context, effect, { entity, id }, json)
    },
    findOwner: (effect, reader) => findOwner(state.context, effect, reader, atHand()),
    lineAuthority,
    notify: (effect, people) => notify(state.context, call, state, effect, people),
    refuse: (effect) => refuse(callReadingOf(state.context), call, state.names, effect),
    async send(effect, reader) {
      const nodes = webhookNodes(effect)
      const values = await reader.values('sent', nodes)
      const about = recordOf(call, state.names)
      // Its payload tells what the document says, whatever the caller may read.
      await queueWebhook(
        state.context,
        effect,
        (node) => values[nodes.indexOf(node)] ?? null,
        about ? { entity: about.entity, record: about.id } : null,
      )
    },
    async restart({ timer }) {
      const found = atHand()
      if (found === undefined) return
      const { entity, id } = found
      await restartTimer(state.context, entity, id, timer)
      const record = await state.context.transaction.record(entity.name.identifier, id)
      if (record !== undefined) await updateTimers(state.context, entity, record, 'elsewhere')
    },
    async access(effect) {
      if (access === undefined) throw new Error(`"${effect.kind}" has no session outside calls.`)
      const { context, names } = state
      const { person, token } = await access.run(context, effect)
      const record = person === null ? null : ((await context.transaction.record('Person', person)) ?? null)
      const { model } = context.running
      const actor = makeActor(model, record)
      // Those who still lack the second factor that point 6 asks for are nobody until they have set it up.
      const known = secondFactorLine(model, actor) === undefined ? actor : anonymous
      state = {
        ...state,
        context: { ...context, actorContext: { ...context.actorContext, actor: known } },
        names: { ...names, [SESSION_TOKEN]: token ?? null },
      }
    },
    flush: () => Promise.resolve(),
    reload: () => Promise.resolve(),
    keep() {
      const kept = state
      return () => {
        state = kept
      }
    },
  }
}

function sourcesOfCall(
  running: CommandContext['running'],
  call: DocumentCall,
  own: ReturnType<typeof recordAtHand>,
  names: CallNames,
): ValueSources {
  const id = own && names[own.name]
  if (own === undefined || typeof id !== 'string') return NO_SOURCES
  const inputs = call.takes.map(({ name }) => name)
  return sourcesOfInputs(running, entityNamed(running.model, own.entity), { call: callName(call) }, inputs, id)
}

function makeReader(reading: CallReadContext, call: DocumentCall, effect: Effect, names: CallNames): EffectReader {
  return {
    values: (part, nodes) => readCallValues(reading, 'document', { of: effect, part }, nodes, names),
    isLeftOut: (node) =>
      node.kind === 'input' &&
      names[sentName(node.name)] === false &&
      call.takes.some(({ name, default: initial }) => name === node.name && initial === undefined),
    async known(part, node) {
      const [value = null] = await readCallValues(reading, 'caller', { of: effect, part }, [node], names)
      return knownRecords(reading, reading.transaction ?? reading.storage.database, node, value)
    },
  }
}

async function findOwner(
  context: CommandContext,
  effect: EffectOf<'add' | 'remove'>,
  reader: EffectReader,
  atHand: RecordAtHand | undefined,
): Promise<RelationOwner | undefined> {
  const { of } = effect
  const owner = of === undefined ? atHand?.id : await reader.known('owner', of.record.tree)
  const entity = of === undefined ? atHand?.entity : entityNamed(context.running.model, of.entity)
  if (entity === undefined || typeof owner !== 'string') return undefined
  const record = await context.transaction.record(entity.name.identifier, owner)
  if (record === undefined) return undefined
  return { entity, record, put: (members) => update(context, effect, { entity, id: owner }, members) }
}

type RecordAtHand = Pick<RelationOwner, 'entity'> & { readonly id: string }

/** Changes one field by an update of its own. */
async function update(
  context: CommandContext,
  { field, cite }: EffectOf<'set' | 'add' | 'remove'>,
  { entity, id }: RecordAtHand,
  value: unknown,
): Promise<void> {
  await context.commands.update(deepenCascade(context, cite), 'document', entity, id, { [field]: value })
}

async function refuse(
  reading: CallReadContext,
  call: DocumentCall,
  names: CallNames,
  { code, cite }: EffectOf<'refuse'>,
): Promise<never> {
  const words = await codeWords(reading, call, code, names)
  throw new Refused(makeRefusal(code, {}, { ...words, entity: recordAbout(call)?.entity, cites: cite }))
}

function recordOf(call: DocumentCall, names: CallNames): { readonly entity: string; readonly id: string } | undefined {
  const found = recordAbout(call)
  const id = found && names[found.name]
  return found === undefined || typeof id !== 'string' ? undefined : { entity: found.entity, id }
}

/**
 * Sends a notice that leads to the record of the call; where it has none, to the record that the nearest `for each` is at,
 * and else to nothing.
 */
async function notify(
  context: CommandContext,
  call: DocumentCall,
  { names, sources }: { readonly names: CallNames; readonly sources: ValueSources },
  effect: EffectOf<'notify'>,
  people: readonly string[],
): Promise<void> {
  // A notice about a record that was just deleted tells of it as it was.
  const read = async ({ entity, id }: { readonly entity: string; readonly id: string }) => ({
    entity,
    record: (await context.transaction.record(entity, id, { trash: true })) ?? { id },
  })
  const own = recordOf(call, names)
  const place = own ?? recordOfEach(effect, names)
  const leadsTo = place && (await read(place))
  for (const person of people) {
    const { entity, record } = (own && leadsTo) ?? (await read({ entity: 'Person', id: person }))
    const snapshot = { record, input: names }
    await notifyPeople(context, { entity, snapshot, sources }, [person], effect, leadsTo)
  }
}

function recordOfEach({ each }: EffectOf<'notify'>, names: CallNames): ReturnType<typeof recordOf> {
  const id = each && names[each.variable]
  return each === undefined || typeof id !== 'string' ? undefined : { entity: each.entity, id }
}
