// Runs effects, those of transitions, events and timers (point 4) as those of calls and schedules (point 7).
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { Effect, Entity } from '#shared/model/model.ts'
import { entityNamed } from '../../policy/policy.ts'
import { Refused } from '../../policy/refused.ts'
import type { Authority, CommandContext, LinesOfCall } from '../write/command-context.ts'
import { transitionNamed } from '../access/transition-named.ts'
import type { ValueSource, ValueSources } from '../messages/value-sources.ts'
import { findSource, sourcesHandedOn } from '../messages/value-sources.ts'
import { deepenCascade, isCascadeExhausted } from './cascade-limit.ts'
import { valueFor } from './effect-value.ts'
import { areWrittenOut, linesGiven } from './lines-of-effect.ts'
import type { InputFinder } from './naming-inputs.ts'
import { givenBy, keepInputs, namingInputs } from './naming-inputs.ts'
import { namingEntity } from './naming-entity.ts'

export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { readonly kind: Kind }>

/** `EffectFrame` is what effects are run on: a record at hand, or a call. */
export interface EffectFrame {
  /** The command. A step that signs in or out changes who acts in the steps after it. */
  readonly context: CommandContext
  /** The entity of the record at hand; a call has none. */
  readonly entity?: string
  /** Prepares the expressions of an effect. They see what the effects before it did. */
  begin(effect: Effect): Promise<EffectReader>
  /** Names a value for the effects that follow. `source`: what readers of texts must be able to read to be shown it. */
  name(name: string, value: Value, source?: ValueSource): void
  /** Gives what stands behind the names so far. */
  sources(): ValueSources
  set(effect: EffectOf<'set'>, value: Value): Promise<void>
  /** Finds the record whose relation the effect changes; undefined where there is none. */
  findOwner(effect: EffectOf<'add' | 'remove'>, reader: EffectReader): Promise<RelationOwner | undefined>
  /** Finds the input of a call that a value is; absent where nothing is sent to the effects. */
  readonly inputOf?: InputFinder
  /** On whose authority the lines of a new record are written, unless the document writes them out. */
  lineAuthority(): Authority
  notify(effect: EffectOf<'notify'>, people: readonly string[]): Promise<void>
  refuse(effect: EffectOf<'refuse'>): Promise<never>
  send(effect: EffectOf<'send'>, reader: EffectReader): Promise<void>
  restart(effect: EffectOf<'restart'>): Promise<void>
  access(effect: EffectOf<'sign up' | 'sign in' | 'sign out' | 'change password'>): Promise<void>
  /** Writes what was set so far. */
  flush(): Promise<void>
  /** Reads the record at hand again, since an effect on others may have changed or deleted it. */
  reload(): Promise<void>
  /** Keeps the frame as it is; the function that it gives back restores it. */
  keep(): () => void
}

/** `EffectReader` works out the expressions of one effect. */
export interface EffectReader {
  /** Reads on the document's authority. `part` names the expressions within the effect. */
  values(part: string, nodes: readonly Node[]): Promise<readonly Value[]>
  /** Is it an input that a call was not sent? Then what it would be assigned to stays as it is. */
  isLeftOut?(node: Node): boolean
  /** Reads what a call may use only as far as its caller may read it; elsewhere as `values` does. */
  known(part: string, node: Node): Promise<Value>
}

/** `RelationOwner` is a record with a relation to many that an effect changes. */
export interface RelationOwner {
  readonly entity: Entity
  readonly record: RecordValue
  put(members: unknown): Promise<void>
}

/** Runs effects in their order. Each sees what those before it did; a refusal undoes all of the command. */
export async function runEffects(frame: EffectFrame, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) await runEffect(frame, effect)
}

async function runEffect(frame: EffectFrame, effect: Effect): Promise<void> {
  const reader = await frame.begin(effect)
  if (effect.if !== undefined && (await readOne(reader, 'if', effect.if.tree)) !== true) return
  const { context, inputOf } = frame
  const fields = givenBy(effect)
  const from = context.linesAndHeads.length
  const act = () => namingEntity(frame, effect, () => perform(frame, effect, reader))
  await namingInputs(inputOf, fields, act, context.unconfirmed)
  if (inputOf !== undefined && context.linesAndHeads.length > from) keepInputs(context, inputOf, fields, from)
}

async function perform(frame: EffectFrame, effect: Effect, reader: EffectReader): Promise<void> {
  switch (effect.kind) {
    case 'set':
      if (reader.isLeftOut?.(effect.value.tree) === true) return
      return frame.set(effect, await readOne(reader, 'value', effect.value.tree))
    case 'let':
      return frame.name(effect.name, await reader.known('value', effect.value.tree), await sourceIn(reader, effect))
    case 'add':
    case 'remove':
      return changeMembers(frame, effect, reader)
    case 'create':
      return create(frame, effect, reader)
    case 'update':
      return update(frame, effect, reader)
    case 'delete':
      return remove(frame, effect, reader)
    case 'do':
      return transition(frame, effect, reader)
    case 'for each':
      return forEach(frame, effect, reader)
    case 'try':
      return attempt(frame, effect)
    case 'notify':
      return frame.notify(effect, idsOf(await readOne(reader, 'who', effect.who.tree)))
    case 'refuse':
      return frame.refuse(effect)
    case 'send':
      return frame.send(effect, reader)
    case 'restart':
      return frame.restart(effect)
    case 'sign up':
    case 'sign in':
    case 'sign out':
    case 'change password':
      return frame.access(effect)
  }
}

function sourceIn(reader: EffectReader, effect: Effect): Promise<ValueSource | undefined> {
  return findSource(effect, (records) => reader.values('sources', records))
}

async function forEach(frame: EffectFrame, effect: EffectOf<'for each'>, reader: EffectReader): Promise<void> {
  const { variable, effects } = effect
  const items = await reader.known('items', effect.items.tree)
  const source = await sourceIn(reader, effect)
  for (const item of Array.isArray(items) ? (items as readonly Value[]) : []) {
    frame.name(variable, item, source)
    await runEffects(frame, effects)
    await frame.context.transaction.giveTurn()
  }
}

async function create(frame: EffectFrame, effect: EffectOf<'create'>, reader: EffectReader): Promise<void> {
  const { context } = frame
  const name = (id: string | null): void => {
    if (effect.name !== undefined) frame.name(effect.name, id)
  }
  if (effect.exists !== undefined && (await readOne(reader, 'exists', effect.exists.tree)) === true) {
    const found = effect.found === undefined ? null : await readOne(reader, 'found', effect.found.tree)
    return name(idsOf(found)[0] ?? null)
  }
  const entity = entityNamed(context.running.model, effect.entity)
  const values = await fieldValues(context, effect, reader)
  const lines = await readLines(frame, effect, reader)
  const deeper = deepenCascade(context, effect.cite)
  const written = await context.commands.create(deeper, 'document', entity, values, { lines })
  name(written.id)
  await frame.reload()
}

async function update(frame: EffectFrame, effect: EffectOf<'update'>, reader: EffectReader): Promise<void> {
  const { context } = frame
  const ids = idsOf(await reader.known('records', effect.records.tree))
  if (ids.length === 0) return
  const entity = entityNamed(context.running.model, effect.entity)
  const values = await fieldValues(context, effect, reader)
  const lines = await readLines(frame, effect, reader)
  if (Object.keys(values).length === 0 && lines === undefined) return
  for (const id of ids)
    await context.commands.update(deepenCascade(context, effect.cite), 'document', entity, id, values, { lines })
  await frame.reload()
}

async function remove(frame: EffectFrame, effect: EffectOf<'delete'>, reader: EffectReader): Promise<void> {
  const { context } = frame
  const entity = entityNamed(context.running.model, effect.entity)
  for (const id of idsOf(await reader.known('records', effect.records.tree)))
    await context.commands.delete(deepenCascade(context, effect.cite), 'document', entity, id)
  await frame.reload()
}

async function transition(frame: EffectFrame, effect: EffectOf<'do'>, reader: EffectReader): Promise<void> {
  const { context } = frame
  const ids = idsOf(await reader.known('records', effect.records.tree))
  const entity = entityNamed(context.running.model, effect.entity)
  const done = transitionNamed(entity, effect.transition)
  const nodes = effect.input.map(({ value }) => value.tree)
  const values = await reader.values('input', nodes)
  const input = Object.fromEntries(
    effect.input.map(({ name, type }, at) => [name, convertToJson(values[at] ?? null, type)]),
  )
  const sources = await sourcesHandedOn(effect, frame.sources(), (records) => reader.values('sources', records))
  for (const id of ids)
    await context.commands.transition(deepenCascade(context, effect.cite), 'document', entity, id, done, input, {
      sources,
    })
  await frame.reload()
}

async function changeMembers(
  frame: EffectFrame,
  effect: EffectOf<'add' | 'remove'>,
  reader: EffectReader,
): Promise<void> {
  const owner = await frame.findOwner(effect, reader)
  if (owner === undefined) return
  const held = owner.record[effect.field]
  const before: readonly Value[] = Array.isArray(held) ? (held as readonly Value[]) : []
  const items = listOf(await readOne(reader, 'items', effect.items.tree)).filter((item): boolean => item !== null)
  const after =
    effect.kind === 'add'
      ? [...before, ...items.filter((item) => !before.includes(item))]
      : before.filter((item) => !items.includes(item))
  if (after.length === before.length) return
  await owner.put(valueFor(owner.entity, effect.field, after))
}

/**
 * Runs the first effect; a refusal undoes it, with all that it caused, and the other one is run. The heads whose lines it
 * changed obey all rules by its end, but for heads that the command has created before: those are finished with it.
 */
async function attempt(frame: EffectFrame, { effect, otherwise }: EffectOf<'try'>): Promise<void> {
  const { context } = frame
  const restore = frame.keep()
  const forget = keepFindings(context)
  const heads = { from: context.linesAndHeads.length, later: new Set(context.createdHeads) }
  try {
    await context.transaction.savepoint(async () => {
      await runEffect(frame, effect)
      await frame.flush()
      if (context.linesAndHeads.length === heads.from) return
      await context.commands.completeHeads(context, heads)
      await frame.reload()
    })
  } catch (error) {
    // A document whose effects run in a circle does so again at every try.
    if (!(error instanceof Refused) || isCascadeExhausted(context)) throw error
    restore()
    forget()
    await runEffect(frame, otherwise)
  }
}

/** Keeps what the command has noted so far; the function that it gives back forgets what came since. */
function keepFindings({ unconfirmed, linesAndHeads, sentMessages, createdHeads }: CommandContext): () => void {
  const counts = [unconfirmed, linesAndHeads].map((list) => ({ list, length: list.length }))
  const before = { sent: new Set(sentMessages), heads: new Set(createdHeads) }
  return () => {
    for (const { list, length } of counts) list.length = length
    for (const each of sentMessages) if (!before.sent.has(each)) sentMessages.delete(each)
    for (const each of createdHeads) if (!before.heads.has(each)) createdHeads.delete(each)
  }
}

async function fieldValues(
  context: CommandContext,
  { entity: name, fields: all }: EffectOf<'create' | 'update'>,
  reader: EffectReader,
): Promise<{ readonly [field: string]: unknown }> {
  const entity = entityNamed(context.running.model, name)
  const values = await reader.values(
    'fields',
    all.map(({ value }) => value.tree),
  )
  const fields = all.flatMap(({ field, value: { tree } }, at) =>
    reader.isLeftOut?.(tree) === true ? [] : [[field, values[at] ?? null] as const],
  )
  return Object.fromEntries(fields.map(([field, value]) => [field, valueFor(entity, field, value)]))
}

async function readLines(
  frame: EffectFrame,
  { kind, entity, lines = [] }: EffectOf<'create' | 'update'>,
  reader: EffectReader,
): Promise<LinesOfCall | undefined> {
  const values = await reader.values(
    'lines',
    lines.map(({ value }) => value.tree),
  )
  const { model } = frame.context.running
  const isOwn = kind === 'create' && areWrittenOut(model, entityNamed(model, entity), lines)
  return linesGiven(isOwn ? 'document' : frame.lineAuthority(), lines, values)
}

async function readOne(reader: EffectReader, part: string, node: Node): Promise<Value> {
  const [value] = await reader.values(part, [node])
  return value ?? null
}

function listOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [value]
}

/** Several recipients are lists within a list. */
function idsOf(found: Value): readonly string[] {
  return [
    ...new Set(
      listOf(found)
        .flatMap(listOf)
        .filter((id): id is string => typeof id === 'string'),
    ),
  ]
}
