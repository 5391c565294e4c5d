// Takes a record from one state to another: who, from where, when, with what given; then its effects, then the rules.
import type { PreparedTransition } from '#shared/decisions/4-states.ts'
import { inputValues, prepareTransition, readInput, wrongInput } from '#shared/decisions/4-states.ts'
import { rolesKey } from '#shared/decisions/actor.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { Entity, Transition, Workflow } from '#shared/model/model.ts'
import type { RunningDocument } from '../document/current.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { createAsPerson } from './create-record.ts'
import { Refused } from './refused.ts'
import { applyEffects } from './work/apply-effects.ts'
import { checkVersion, recordAtHand } from './work/record-at-hand.ts'
import { missingRelations } from './work/relations.ts'
import { judgeAfter } from './work/rewrite.ts'
import { entityNamed, notFound } from './work/rights.ts'
import { refuseFilled } from './work/tell.ts'
import type { CommandOptions, Work, Written } from './work/work.ts'
import { command, judgeNow } from './work/work.ts'

export interface TransitionOptions extends CommandOptions {
  readonly expected?: number | undefined
}

/** `name`: the transition's identifier. `body`: what it asks; where it may lead to several states, `to` among it says which. */
export function transitionRecord(
  dependencies: RecordsDependencies,
  acting: Acting,
  entity: string,
  id: string,
  name: string,
  body: { readonly [name: string]: unknown },
  options: TransitionOptions = {},
): Promise<Written> {
  return command(dependencies, acting, options, async (work) => {
    const found = entityNamed(work.running.model, entity)
    await transit(work, found, id, transitionNamed(work, found, name), body, options)
    return { entity, id }
  })
}

/** A transition from "new record" is a way to create: of what is sent, its inputs go to it and all else into the record. */
export function createByTransition(
  dependencies: RecordsDependencies,
  acting: Acting,
  entity: string,
  name: string,
  body: { readonly [name: string]: unknown },
  options: CommandOptions = {},
): Promise<Written> {
  return command(dependencies, acting, options, async (work) => {
    const found = entityNamed(work.running.model, entity)
    const transition = startingWith(transitionNamed(work, found, name))
    const asked = new Set([...transition.asks.map((ask) => ask.name.identifier), 'to'])
    const part = (isAsked: boolean) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => asked.has(key) === isAsked))
    const created = await createAsPerson(work, entity, part(false))
    await transit(work, found, created.id, transition, part(true), {})
    return created
  })
}

/** Is there a row that makes records? */
export function isStarting(transition: Transition): boolean {
  return transition.rows.some(({ from }) => from === 'new record')
}

/** Is there a row that leads from one state to another? */
export function isBetweenStates(transition: Transition): boolean {
  return transition.rows.some(({ from }) => from !== 'new record')
}

/** The rows that make records, as they apply to one that was just made. */
function startingWith(transition: Transition): Transition {
  const rows = transition.rows.filter(({ from }) => from === 'new record')
  return { ...transition, rows: rows.map((row) => ({ ...row, from: 'any' })) }
}

function transitionNamed(work: Work, entity: Entity, name: string): Transition {
  const transition = entity.workflow?.transitions.get(name)
  if (transition === undefined) throw notFound(work.running.model)
  return transition
}

/** What is known of a transition for these roles, worked out once. */
export function transitionFor(
  running: RunningDocument,
  entity: Entity,
  transition: Transition,
  actor: Actor,
): PreparedTransition {
  const key = `${entity.name.identifier} ${transitionKey(entity, transition)} ${rolesKey(actor)}`
  return running.compiled('transition', key, () => prepareTransition(running.model, entity, transition, actor))
}

async function transit(
  work: Work,
  entity: Entity,
  id: string,
  transition: Transition,
  body: { readonly [name: string]: unknown },
  options: TransitionOptions,
): Promise<void> {
  const { running, acting } = work
  const { model } = running
  const before = await recordAtHand(work, entity, id)
  const { workflow } = entity
  if (workflow === undefined) throw notFound(model)
  const name = transition.name.identifier
  const about = { entity: entity.name.identifier, situation: { record: before, old: before } }
  const prepared = transitionFor(running, entity, transition, acting.actor)
  const state = String(before[workflow.field])
  const { to: wanted, given } = splitTarget(transition, body)

  // Permitted, then readable, then in a state for it: a wrong input is told before "not from here", and only to who may do it.
  const early = await decideWith(work, entity, prepared, about.situation, state, 'to come')
  if (early.allowed === false && early.refusal.status === 403) await refuseFilled(work, early.refusal, about)
  checkVersion(work, entity, before, options.expected)
  const asks = early.allowed === true ? early.row.asks : transition.asks
  const { input, errors } = readInput(asks, given)
  const values = inputValues(asks, input)
  const wrong = [...errors, ...(await missingInputs(work, asks, input))]
  if (wrong.length > 0) throw new Refused(wrongInput(model, wrong))
  const situation = { record: before, old: before, input: values }
  const decision = await decideWith(work, entity, prepared, situation, state, 'given')
  if (decision.allowed === false) return refuseFilled(work, decision.refusal, { ...about, situation })
  if (decision.allowed !== true) throw new Error(`${name} can't be judged on the server.`)

  const { row } = decision
  const target = targetOf(workflow, row.to === 'stay' ? [state] : row.to, wanted)
  if (target === undefined) {
    const message = `"to" says which of ${decision.to.join(', ')} it is.`
    throw new Refused(wrongInput(model, [{ field: 'to', code: 'required', message, cites: row.cite }]))
  }
  const start = target === state ? {} : { [workflow.field]: target }
  const record = await applyEffects(work, entity, { record: before, old: before, input: values }, start, row.then)
  const key = `transition ${name} ${rolesKey(acting.actor)}`
  await judgeAfter(
    work,
    entity,
    { record, old: before, input: values },
    { key, nodes: [], transition: name, line: row.cite.line },
  )
}

/** A way to create and a way between states may share their name, and are judged apart. */
function transitionKey(entity: Entity, transition: Transition): string {
  const { identifier } = transition.name
  return entity.workflow?.transitions.get(identifier) === transition ? identifier : `new ${identifier}`
}

async function decideWith(
  work: Work,
  entity: Entity,
  prepared: PreparedTransition,
  situation: Parameters<typeof judgeNow>[4],
  state: string,
  input: 'given' | 'to come',
): Promise<ReturnType<PreparedTransition['decide']>> {
  const key = `transition ${transitionKey(entity, prepared.transition)} ${rolesKey(work.acting.actor)}`
  const judge = await judgeNow(work, entity.name.identifier, key, () => prepared.nodes, situation)
  return prepared.decide({ state, judge, input })
}

/** `to` is a word of the contract unless the transition itself asks for an input of that name. */
function splitTarget(
  transition: Transition,
  body: { readonly [name: string]: unknown },
): { readonly to: unknown; readonly given: { readonly [name: string]: unknown } } {
  const isAsked = transition.asks.some((ask) => ask.name.identifier === 'to')
  const isChoice = transition.rows.some((row) => row.to !== 'stay' && row.to.length > 1)
  if (isAsked || !isChoice || !Object.hasOwn(body, 'to')) return { to: undefined, given: body }
  const { to, ...given } = body
  return { to, given }
}

function targetOf(workflow: Workflow, states: readonly string[], wanted: unknown): string | undefined {
  if (wanted !== undefined)
    return states.find((state) => state === wanted && workflow.states.some(({ word }) => word === state))
  return states.length === 1 ? states[0] : undefined
}

/** Records that are given as input must exist for the person, as in a body. */
function missingInputs(work: Work, asks: Transition['asks'], input: { readonly [name: string]: unknown }) {
  const fields = new Map(asks.map((ask) => [ask.name.identifier, ask]))
  return missingRelations(work, { fields }, input)
}
