// Runs the steps of a call in one command, as the document; the sets that they go through are the caller's.
import { anonymous, makeActor } from '#shared/policy/actor.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { DocumentCall } from '#shared/model/7-calls/types.ts'
import type { Effect, FieldSetting } from '#shared/model/model.ts'
import { secondFactorLine } from '../auth/methods/code/second-factor-requirement.ts'
import { entityNamed } from '../policy/policy.ts'
import { Refused } from '../policy/refused.ts'
import type { CommandContext } from '../records/command/command-context.ts'
import { transitionNamed } from '../records/command/run-transition.ts'
import { deepenCascade, isCascadeExhausted } from '../records/effects/cascade-limit.ts'
import { valueFor } from '../records/effects/effect-value.ts'
import { notifyPeople } from '../records/effects/notify-people.ts'
import { restartTimer, updateTimers } from '../records/timers/record-timers.ts'
import { queueWebhook, webhookNodes } from '../records/webhooks/queue-webhook.ts'
import type { CallAuthority, CallNames, CallReadContext } from './call-values.ts'
import { readCallValues } from './call-values.ts'
import { knownRecords } from './known-records.ts'
import type { SeenHead } from './lines-of-record.ts'
import { linesGiven, setLinesOf } from './lines-of-record.ts'
import { recordAtHand } from './record-at-hand.ts'
import { SESSION_TOKEN } from './resolve-call.ts'
import { codeMessage } from './rule-message.ts'

/** What steps that sign up, in or out do; it gives the caller from there on. */
export interface CallAccess {
  run(context: CommandContext, step: AccessStep): Promise<AccessResult>
}

export type AccessStep = Extract<Effect, { readonly kind: 'sign up' | 'sign in' | 'sign out' }>

export interface AccessResult {
  /** Id of the person who is signed in now; null: nobody. */
  readonly person: string | null
  readonly token?: string
}

export interface CallFrame {
  readonly call: DocumentCall
  /** Names its expressions within the document. */
  readonly key: string
  context: CommandContext
  names: CallNames
  readonly access?: CallAccess | undefined
  /** The record at hand as the call found it, and the version that the caller saw: of calls that change its lines. */
  readonly seen?: SeenHead | undefined
}

/** Each step sees those before; what is refused undoes all. */
export async function runCallSteps(frame: CallFrame, steps: readonly Effect[]): Promise<void> {
  for (const [at, step] of steps.entries()) await runStep(frame, step, `${frame.key} step ${at}`)
}

export function readingOf({ context }: CallFrame): CallReadContext {
  const { running, storage, actorContext, transaction } = context
  return { running, storage, actorContext, transaction }
}

async function runStep(frame: CallFrame, step: Effect, key: string): Promise<void> {
  const { context } = frame
  const read = async (authority: CallAuthority, part: string, nodes: readonly Node[]): Promise<readonly Value[]> =>
    readCallValues(readingOf(frame), authority, `${key} ${part}`, nodes, frame.names)
  const readKnown: KnownReader = async (part, node) => {
    const [value = null] = await read('caller', part, [node])
    return knownRecords(readingOf(frame), context.transaction, node, value)
  }
  if (step.if !== undefined && (await read('document', 'if', [step.if.tree]))[0] !== true) return
  switch (step.kind) {
    case 'let': {
      const value = await readKnown('value', step.value.tree)
      frame.names = { ...frame.names, [step.name]: value }
      return
    }
    case 'set':
      if (step.isLines) return setLines(frame, step, await read('document', 'value', [step.value.tree]))
      return setOwn(frame, step, await read('document', 'value', [step.value.tree]))
    case 'create':
      return create(frame, step, read)
    case 'update': {
      const ids = idsOf([await readKnown('records', step.records.tree)])
      const values = fieldValues(context, step, await read('document', 'fields', nodesOf(step.fields)))
      const entity = entityNamed(context.running.model, step.entity)
      for (const id of ids)
        await context.commands.update(deepenCascade(context, step.cite), 'document', entity, id, values)
      return
    }
    case 'delete': {
      const entity = entityNamed(context.running.model, step.entity)
      for (const id of idsOf([await readKnown('records', step.records.tree)]))
        await context.commands.delete(deepenCascade(context, step.cite), 'document', entity, id)
      return
    }
    case 'do': {
      const ids = idsOf([await readKnown('records', step.records.tree)])
      const nodes = step.input.map(({ value }) => value.tree)
      const values = await read('document', 'input', nodes)
      const body = Object.fromEntries(
        step.input.map(({ name, value }, at) => [name, convertToJson(values[at], value.tree.type)]),
      )
      const entity = entityNamed(context.running.model, step.entity)
      const transition = transitionNamed(context, entity, step.transition)
      for (const id of ids)
        await context.commands.transition(deepenCascade(context, step.cite), 'document', entity, id, transition, body)
      return
    }
    case 'add':
    case 'remove':
      return changeMembers(frame, step, read, readKnown)
    case 'for each': {
      const items = await readKnown('items', step.items.tree)
      for (const item of Array.isArray(items) ? (items as readonly Value[]) : []) {
        frame.names = { ...frame.names, [step.variable]: item }
        await runStep(frame, step.effect, `${key} each`)
      }
      return
    }
    case 'try':
      return runTry(frame, step, key)
    case 'notify':
      return notify(frame, step, (await read('document', 'who', [step.who.tree]))[0])
    case 'refuse':
      return refuse(readingOf(frame), frame, step)
    case 'sign up':
    case 'sign in':
    case 'sign out':
      return runAccess(frame, step)
    case 'send':
      return send(frame, step, read)
    case 'restart':
      return restart(frame, step)
  }
}

/** Its payload tells what the document says, whatever the caller may read. */
async function send(
  { call, context, names }: CallFrame,
  step: Extract<Effect, { readonly kind: 'send' }>,
  read: ReadValues,
): Promise<void> {
  const nodes = webhookNodes(step)
  const values = await read('document', 'sent', nodes)
  const own = recordAtHand(call) ?? call.finds[0]
  const id = own && names[own.name]
  const about = own && typeof id === 'string' ? { entity: own.entity, record: id } : null
  await queueWebhook(context, step, (node) => values[nodes.indexOf(node)] ?? null, about)
}

async function restart(
  { call, context, names }: CallFrame,
  { timer }: Extract<Effect, { readonly kind: 'restart' }>,
): Promise<void> {
  const own = recordAtHand(call)
  const id = own && names[own.name]
  if (own === undefined || typeof id !== 'string') return
  const entity = entityNamed(context.running.model, own.entity)
  await restartTimer(context, entity, id, timer)
  const record = await context.transaction.record(own.entity, id)
  if (record !== undefined) await updateTimers(context, entity, record, 'elsewhere')
}

/** Of a call that changes nothing: it names values, or refuses. */
export async function runReadingStep(
  reading: CallReadContext,
  frame: Pick<CallFrame, 'call' | 'names'>,
  step: Effect,
  key: string,
): Promise<void> {
  if (step.if !== undefined) {
    const [isMet] = await readCallValues(reading, 'document', `${key} if`, [step.if.tree], frame.names)
    if (isMet !== true) return
  }
  if (step.kind === 'refuse') return refuse(reading, frame, step)
  if (step.kind !== 'let') return
  const { tree } = step.value
  const [value = null] = await readCallValues(reading, 'caller', `${key} value`, [tree], frame.names)
  const known = await knownRecords(reading, reading.storage.database, tree, value)
  frame.names = { ...frame.names, [step.name]: known }
}

async function refuse(
  reading: CallReadContext,
  { call, names }: Pick<CallFrame, 'call' | 'names'>,
  { code, cite }: Extract<Effect, { readonly kind: 'refuse' }>,
): Promise<never> {
  const refusal = makeRefusal(reading.running.model, code, { cites: cite })
  throw new Refused({ ...refusal, message: await codeMessage(reading, call, code, names) })
}

/** Of the records that it names, those that the caller may read. */
type KnownReader = (part: string, node: Node) => Promise<Value>
type ReadValues = (authority: CallAuthority, part: string, nodes: readonly Node[]) => Promise<readonly Value[]>

function nodesOf(fields: readonly FieldSetting[]): readonly Node[] {
  return fields.map(({ value }) => value.tree)
}

function fieldValues(
  context: CommandContext,
  { entity: name, fields, cite }: Extract<Effect, { readonly kind: 'create' | 'update' }>,
  values: readonly Value[],
): { readonly [field: string]: unknown } {
  const entity = entityNamed(context.running.model, name)
  return Object.fromEntries(
    fields.map(({ field }, at) => [field, valueFor(context, entity, field, values[at] ?? null, cite)]),
  )
}

function idsOf([found]: readonly Value[]): readonly string[] {
  const all = Array.isArray(found) ? (found as readonly Value[]) : [found]
  return [...new Set(all.filter((id): id is string => typeof id === 'string'))]
}

async function create(
  frame: CallFrame,
  step: Extract<Effect, { readonly kind: 'create' }>,
  read: ReadValues,
): Promise<void> {
  const { context } = frame
  const name = (id: string | null): void => {
    if (step.name !== undefined) frame.names = { ...frame.names, [step.name]: id }
  }
  if (step.exists !== undefined) {
    const [existing] = await read('document', 'exists', [step.exists.tree])
    if (existing === true) {
      const found = step.found === undefined ? [] : await read('document', 'found', [step.found.tree])
      return name(idsOf(found)[0] ?? null)
    }
  }
  const values = fieldValues(context, step, await read('document', 'fields', nodesOf(step.fields)))
  const entity = entityNamed(context.running.model, step.entity)
  const given = step.lines ?? []
  const lines = linesGiven(context, given, await read('document', 'lines', nodesOf(given)))
  const deeper = deepenCascade(context, step.cite)
  const written = await context.commands.create(deeper, 'document', entity, values, undefined, lines)
  return name(written.id)
}

/** A field of the record at hand: by an update of its own. */
async function setOwn(
  { call, context, names }: CallFrame,
  step: Extract<Effect, { readonly kind: 'set' }>,
  [value = null]: readonly Value[],
): Promise<void> {
  const own = recordAtHand(call)
  const id = own && names[own.name]
  if (own === undefined || typeof id !== 'string') return
  const entity = entityNamed(context.running.model, own.entity)
  const json = valueFor(context, entity, step.field, value, step.cite)
  await context.commands.update(deepenCascade(context, step.cite), 'document', entity, id, { [step.field]: json })
}

async function setLines(
  { call, context, names, seen }: CallFrame,
  step: Extract<Effect, { readonly kind: 'set' }>,
  values: readonly Value[],
): Promise<void> {
  const own = recordAtHand(call)
  const id = own && names[own.name]
  const lines = linesGiven(context, [step], values)
  if (own !== undefined && typeof id === 'string' && lines !== undefined)
    await setLinesOf(deepenCascade(context, step.cite), entityNamed(context.running.model, own.entity), id, lines, seen)
}

async function changeMembers(
  { call, context, names }: CallFrame,
  step: Extract<Effect, { readonly kind: 'add' | 'remove' }>,
  read: ReadValues,
  readKnown: KnownReader,
): Promise<void> {
  const own = recordAtHand(call)
  const of = step.of ?? own
  if (of === undefined) return
  const [owner] = step.of ? idsOf([await readKnown('owner', step.of.record.tree)]) : [own && names[own.name]]
  if (typeof owner !== 'string') return
  const record = await context.transaction.record(of.entity, owner)
  if (record === undefined) return
  const held = record[step.field]
  const before: readonly Value[] = Array.isArray(held) ? (held as readonly Value[]) : []
  const [given = null] = await read('document', 'items', [step.items.tree])
  const all = Array.isArray(given) ? (given as readonly Value[]) : [given]
  const items: readonly Value[] = all.filter((item) => item !== null)
  const after =
    step.kind === 'add'
      ? [...before, ...items.filter((item) => !before.includes(item))]
      : before.filter((item) => !items.includes(item))
  if (after.length === before.length) return
  const entity = entityNamed(context.running.model, of.entity)
  const value = valueFor(context, entity, step.field, after, step.cite)
  await context.commands.update(deepenCascade(context, step.cite), 'document', entity, owner, { [step.field]: value })
}

/** A refusal undoes the first step, with all that it set off; then the other is done. */
async function runTry(
  frame: CallFrame,
  { effect, otherwise }: Extract<Effect, { readonly kind: 'try' }>,
  key: string,
): Promise<void> {
  const { context, names } = frame
  try {
    await context.transaction.savepoint(() => runStep(frame, effect, `${key} try`))
  } catch (error) {
    if (!(error instanceof Refused) || isCascadeExhausted(context)) throw error
    frame.names = names
    frame.context = context
    await runStep(frame, otherwise, `${key} otherwise`)
  }
}

/** It speaks of the record at hand, else of the first one in the path, else of the recipient. */
async function notify(
  { context, call, names }: CallFrame,
  step: Extract<Effect, { readonly kind: 'notify' }>,
  who: Value,
): Promise<void> {
  const found = recordAtHand(call) ?? call.finds[0]
  const id = found && names[found.name]
  for (const person of idsOf([who])) {
    const about = typeof id === 'string' && found ? { entity: found.entity, id } : { entity: 'Person', id: person }
    // What is said of a record that was just deleted is said of it as it was.
    const record = (await context.transaction.record(about.entity, about.id, { trash: true })) ?? { id: about.id }
    const snapshot = { record, input: names }
    await notifyPeople(context, { entity: about.entity, key: step, snapshot }, [person], step)
  }
}

async function runAccess(frame: CallFrame, step: AccessStep): Promise<void> {
  const { context, access } = frame
  if (access === undefined) return
  const { person, token } = await access.run(context, step)
  const record = person === null ? null : ((await context.transaction.record('Person', person)) ?? null)
  const { model } = context.running
  const actor = makeActor(model, record)
  // Who still lacks the second factor that point 6 asks for is nobody until they have set it up.
  const known = secondFactorLine(model, actor) === undefined ? actor : anonymous
  frame.context = { ...context, actorContext: { ...context.actorContext, actor: known } }
  frame.names = { ...frame.names, [SESSION_TOKEN]: token ?? null }
}
