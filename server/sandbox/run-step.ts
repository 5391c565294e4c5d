// Runs one step of an example: a command as a person, or a comparison with what is expected.
import { conjunctsOf } from '#shared/expressions/walk.ts'
import { momentAt } from '#shared/expressions/calendar.ts'
import type { Expression, Node } from '#shared/expressions/node.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import type { Value } from '#shared/expressions/value.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { ExampleStep } from '#shared/model/examples/types.ts'
import type { InputSetting } from '#shared/model/4-states/types.ts'
import type { FieldSetting } from '#shared/model/model.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { anonymous, makeActor, systemActor } from '#shared/policy/actor.ts'
import type { CallAuthority } from '../calls/call-values.ts'
import { readCallValues } from '../calls/call-values.ts'
import type { SampleValues } from '../document/read-sample.ts'
import { readableFieldsById } from '../records/access/row-policy.ts'
import type { ActorContext } from '../records/records-dependencies.ts'
import { makeCall, NotMade } from './make-call.ts'
import type { Sandbox } from './open-sandbox.ts'

/** Thrown by a step that does not come true; its message says why. */
export class StepFailed extends Error {}

/** The state of a running example between two steps. */
export interface Story {
  readonly sandbox: Sandbox
  /** Id of the person who acts; null: nobody who is signed in. */
  readonly actor: string | null
  /** Values by the names that the steps know: ids of people and records, and what `let` has named. */
  readonly names: { readonly [name: string]: Value }
  /** The greatest id before the last step that did something: messages after it are that step's. */
  readonly mark: string
  readonly refusal: WordedRefusal | undefined
  /** The last step that did something, and the codes of the warnings that are confirmed for it. */
  readonly tried?: DoingStep
  readonly confirmed: readonly string[]
}

export function startStory(sandbox: Sandbox): Story {
  return { sandbox, actor: null, names: {}, mark: '', refusal: undefined, confirmed: [] }
}

/** Runs a step; throws `StepFailed` where the story turns. `next`: may say that the step is refused. */
export async function runStep(story: Story, step: ExampleStep, next: ExampleStep | undefined): Promise<Story> {
  switch (step.kind) {
    case 'as':
      return actAs(story, step)
    case 'nobody':
      return { ...story, actor: null }
    case 'create':
    case 'update':
    case 'delete':
    case 'do':
    case 'call':
      return attempt({ ...(await marked(story)), tried: step, confirmed: [] }, step, next)
    case 'confirm':
      return confirm(story, step, next)
    case 'let':
      return { ...story, names: { ...story.names, [step.name]: await read(story, step, step.value) } }
    case 'refused':
      return expectRefusal(story, step)
    case 'expect':
      if ((await read(story, step, step.condition)) === true) return story
      throw new StepFailed(await explainCondition(story, step))
    case 'sees':
      return expectSeen(story, step)
    case 'mail':
      return expectMail(story, step)
    case 'later':
      return move(await marked(story), Date.parse(story.sandbox.now()) + step.milliseconds)
    case 'at':
      return move(await marked(story), momentOf(story, step))
  }
}

type StepOf<Kind extends ExampleStep['kind']> = Extract<ExampleStep, { readonly kind: Kind }>

// Who acts -----------------------------------------------------------------------------------------

async function actAs(story: Story, step: StepOf<'as'>): Promise<Story> {
  const { person, isNew } = step
  if (isNew === undefined) return { ...story, actor: String(story.names[person]) }
  const { label, roles, fields } = isNew
  const { commands } = story.sandbox
  const values = {
    ...(await bodyOf(story, step, 'person', fields)),
    name: capitalised(label),
    email: `${person.replaceAll('_', '.')}@example.com`,
    roles,
  }
  const id = await refusing(story, () =>
    commands.create({ actor: systemActor, now: story.sandbox.now() }, 'Person', values),
  )
  if ('refusal' in id) throw new StepFailed(`${capitalised(label)} can’t be made up: ${sentenceOf(id.refusal)}`)
  return { ...story, actor: id.done, names: { ...story.names, [person]: id.done } }
}

function capitalised(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}

async function actorContext({ sandbox, actor, confirmed }: Story): Promise<ActorContext & Pick<Story, 'confirmed'>> {
  return { actor: await actorOf(sandbox, actor), now: sandbox.now(), session: sandbox.session, confirmed }
}

/** Read at each step: roles and teams change under way. */
async function actorOf({ running, dependencies }: Sandbox, id: string | null): Promise<Actor> {
  const person = id === null ? undefined : await dependencies.storage.database.record('Person', id)
  return person === undefined ? anonymous : makeActor(running.model, person)
}

// What they do -------------------------------------------------------------------------------------

type DoingStep = StepOf<'create' | 'update' | 'delete' | 'do' | 'call'>

async function marked(story: Story): Promise<Story> {
  const mark = (await story.sandbox.dependencies.storage.database.newestId()) ?? ''
  return { ...story, mark, refusal: undefined }
}

async function attempt(story: Story, step: DoingStep, next: ExampleStep | undefined): Promise<Story> {
  const outcome = await refusing(story, () => run(story, step))
  if ('done' in outcome) {
    if (next?.kind === 'refused') throw new StepFailed('It is expected to be refused, and it was done.')
    return { ...story, names: { ...story.names, ...outcome.done } }
  }
  if (next?.kind === 'refused') return { ...story, refusal: outcome.refusal }
  throw new StepFailed(`It was refused: ${sentenceOf(outcome.refusal)}`)
}

/** Does the step that was refused again. */
async function confirm(story: Story, { code }: StepOf<'confirm'>, next: ExampleStep | undefined): Promise<Story> {
  const { tried, confirmed } = story
  if (tried === undefined) throw new StepFailed('Nothing was refused.')
  return attempt({ ...(await marked(story)), confirmed: [...confirmed, code] }, tried, next)
}

/** Runs the command of the step, and returns the names that it defines. */
async function run(story: Story, step: DoingStep): Promise<{ readonly [name: string]: Value }> {
  const { commands } = story.sandbox
  if (step.kind === 'create') {
    const { entity, by, isGiven } = step
    const acting = isGiven ? { actor: systemActor, now: story.sandbox.now() } : await actorContext(story)
    const body = { ...(await recordOf(story, step)), ...(await bodyOf(story, step, 'input', byField(step.input))) }
    return { [step.name]: await commands.create(acting, entity, body, by) }
  }
  const acting = await actorContext(story)
  if (step.kind === 'call') return runCall(story, step, acting)
  const { entity } = step
  for (const id of await idsOf(story, step, step.records)) {
    if (step.kind === 'delete') await commands.delete(acting, entity, id)
    else if (step.kind === 'update') {
      // They have just looked at it.
      const seen = await story.sandbox.dependencies.storage.database.record(entity, id)
      await commands.update(acting, entity, id, await recordOf(story, step), Number(seen?.['_version']))
    } else {
      await commands.transition(
        acting,
        entity,
        id,
        step.transition,
        await bodyOf(story, step, 'input', byField(step.input)),
      )
    }
  }
  return {}
}

async function runCall(
  story: Story,
  step: StepOf<'call'>,
  acting: ActorContext,
): Promise<{ readonly [name: string]: Value }> {
  const { running } = story.sandbox
  const call = running.model.calls.find(({ method, path }) => method === step.method && path === step.path)
  if (call === undefined) throw new StepFailed('There is no such call.')
  const valuesOf = async (part: 'parameters' | 'inputs'): Promise<SampleValues> =>
    bodyOf(story, step, part, byField(step[part]))
  const values = { parameters: await valuesOf('parameters'), inputs: await valuesOf('inputs') }
  const answer = await makeCall(story.sandbox, acting, call, values, story.confirmed)
  return step.answers ? { answer: readValue(answer ?? null, step.answers) } : {}
}

async function idsOf(story: Story, step: ExampleStep, records: Expression): Promise<readonly string[]> {
  const found = [await read(story, step, records)].flat()
  const ids = found.filter((id) => typeof id === 'string')
  if (ids.length === 0) throw new StepFailed('There is no such record.')
  return ids
}

/** Values by field, in JSON form, as a caller of the API sends them. */
async function bodyOf(
  story: Story,
  step: ExampleStep,
  part: string,
  settings: readonly FieldSetting[],
): Promise<SampleValues> {
  const values = await readAll(
    story,
    step,
    part,
    settings.map(({ value }) => value),
    'document',
  )
  return Object.fromEntries(settings.map(({ field, type }, at) => [field, convertToJson(values[at] ?? null, type)]))
}

async function recordOf(story: Story, step: StepOf<'create' | 'update'>): Promise<SampleValues> {
  return {
    ...(await bodyOf(story, step, 'fields', step.fields)),
    ...(await bodyOf(story, step, 'lines', step.lines)),
  }
}

function byField(inputs: readonly InputSetting[]): readonly FieldSetting[] {
  return inputs.map(({ name, ...given }) => ({ field: name, ...given }))
}

type Outcome<T> = { readonly done: T } | { readonly refusal: WordedRefusal }

async function refusing<T>({ sandbox }: Story, work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: await work() }
  } catch (error) {
    if (error instanceof NotMade) throw new StepFailed(error.message)
    const refusal = sandbox.commands.sayRefusal(error)
    if (refusal === undefined) throw error
    return { refusal }
  }
}

function sentenceOf({ code, message, errors, cites }: WordedRefusal): string {
  const fields = errors.map((each) => `${each.field}: ${each.message}`)
  const line = cites === undefined ? '' : ` (line ${cites.line})`
  return `${[message, ...fields].join(' ')} [${code}]${line}`
}

// What is expected ---------------------------------------------------------------------------------

/** Names the first part that does not hold, and the value that it has instead. */
async function explainCondition(story: Story, step: StepOf<'expect'>): Promise<string> {
  const { text, span, tree } = step.condition
  const slice = (start: number, end: number): string => text.slice(start - span.start, end - span.start)
  const conjuncts = conjunctsOf(tree)
  const parts = conjuncts.map((part) => [part, ...(part.kind === 'binary' ? [part.left, part.right] : [])])
  // A condition by itself is quoted whole, parentheses at its end too.
  const textOf = (node: Node): string =>
    conjuncts.length === 1 && node === tree ? text.trim() : slice(node.span.start, node.span.end)
  /** Quotes a side of an operator; what a computed field is worked out from stands elsewhere. */
  const textOfSide = (part: Node, side: Node): string => {
    if (side.span.start >= part.span.start && side.span.end <= part.span.end) return textOf(side)
    if (part.kind !== 'binary') return ''
    return side === part.left
      ? slice(part.span.start, part.right.span.start).trimEnd().replace(OPERATOR_AT_END, '').trimEnd()
      : slice(part.left.span.end, part.span.end).replace(OPERATOR_AT_START, '')
  }
  const values = await readNodes(story, step, 'explained', parts.flat(), 'document')
  let at = 0
  for (const [part, ...sides] of parts) {
    const isMet = values[at] === true
    const of = sides.map((side, index) => ({ side, value: values[at + 1 + index] ?? null }))
    at += 1 + sides.length
    if (isMet || part === undefined) continue
    const known = of.filter(({ side }) => side.kind !== 'literal' && side.kind !== 'list')
    const are = known.map(({ side, value }) => `${textOfSide(part, side)} is ${sayValue(story, side, value)}`)
    return [`“${textOf(part)}” does not hold`, ...are].join('; ').concat('.')
  }
  return 'It does not hold.'
}

const OPERATOR_AT_END = /(?:[=!<>]=|[<>]|\b(?:not\s+)?in)$/
const OPERATOR_AT_START = /^\s*(?:[=!<>]=|[<>]|(?:not\s+)?in\b)\s*/

/** A record is called by its name in the story. */
function sayValue({ names }: Story, { type }: Node, value: Value): string {
  if (value === null) return 'empty'
  const [name] = Object.entries(names).find(([, id]) => id === value) ?? []
  return name ?? JSON.stringify(convertToJson(value, type))
}

function expectRefusal(story: Story, { code }: StepOf<'refused'>): Story {
  const { refusal } = story
  if (refusal === undefined) throw new StepFailed('Nothing was refused.')
  const codes = [refusal, ...refusal.errors, ...(refusal.warnings ?? [])].map((each) => each.code)
  if (code !== undefined && !codes.includes(code))
    throw new StepFailed(`It was refused otherwise: ${sentenceOf(refusal)}`)
  return story
}

async function expectSeen(story: Story, step: StepOf<'sees'>): Promise<Story> {
  const [value = null] = await readAll(story, step, 'seen', [step.value], 'caller')
  const { type } = step.value.tree
  const of = type.kind === 'set' || type.kind === 'list' ? type.of : type
  const isSeen = of.kind === 'record' ? await mayReadAny(story, of.entity, value) : value !== null
  if (isSeen !== step.isSeen) throw new StepFailed(isSeen ? 'It is seen.' : 'It is not seen.')
  return story
}

async function mayReadAny(story: Story, entity: string, value: Value): Promise<boolean> {
  const { running, dependencies } = story.sandbox
  const { storage } = dependencies
  const { actor, now } = await actorContext(story)
  const reading = { running, storage, database: storage.database, now }
  for (const id of [value].flat())
    if (typeof id === 'string' && (await readableFieldsById(reading, actor, entity, id)) !== undefined) return true
  return false
}

async function expectMail(story: Story, step: StepOf<'mail'>): Promise<Story> {
  const { database } = story.sandbox.dependencies.storage
  const people = [await read(story, step, step.to)].flat().filter((id) => typeof id === 'string')
  if (people.length === 0) throw new StepFailed('There is no such person.')
  for (const person of people) {
    const entries = (await database.inbox(person, { limit: 50 })).filter(({ id }) => id > story.mark)
    const fitting = entries.filter(
      ({ subject, text }) => step.text === undefined || `${subject ?? ''} ${text}`.includes(step.text),
    )
    const name = String((await database.record('Person', person))?.['name'] ?? person)
    if (step.isSent && fitting.length === 0)
      throw new StepFailed(
        entries.length === 0
          ? `${name} got no message.`
          : `${name} got another message: ${entries.map(({ text }) => `“${text}”`).join(', ')}`,
      )
    if (!step.isSent && fitting.length > 0)
      throw new StepFailed(`${name} got a message: ${fitting.map(({ text }) => `“${text}”`).join(', ')}`)
  }
  return story
}

// Time ---------------------------------------------------------------------------------------------

function momentOf({ sandbox }: Story, { date, time }: StepOf<'at'>): number {
  const moment = Date.parse(momentAt(date, time, sandbox.running.model.settings.timeZone) ?? '')
  if (moment < Date.parse(sandbox.now())) throw new StepFailed(`It is ${sandbox.now()} already.`)
  return moment
}

async function move(story: Story, milliseconds: number): Promise<Story> {
  if (await story.sandbox.moveTo(milliseconds)) return story
  throw new StepFailed('More falls due in this time than an example can wait for.')
}

// Values -------------------------------------------------------------------------------------------

async function read(story: Story, step: ExampleStep, expression: Expression): Promise<Value> {
  const [value = null] = await readAll(story, step, 'value', [expression], 'document')
  return value
}

function readAll(
  story: Story,
  step: ExampleStep,
  part: string,
  expressions: readonly Expression[],
  authority: CallAuthority,
): Promise<readonly Value[]> {
  return readNodes(
    story,
    step,
    part,
    expressions.map(({ tree }) => tree),
    authority,
  )
}

async function readNodes(
  story: Story,
  step: ExampleStep,
  part: string,
  nodes: readonly Node[],
  authority: CallAuthority,
): Promise<readonly Value[]> {
  const { running, dependencies } = story.sandbox
  const reading = { running, storage: dependencies.storage, actorContext: await actorContext(story) }
  return readCallValues(reading, authority, { of: step, part }, nodes, story.names)
}
