// Finds the records that wait for a person: those on which they, rather than everyone, can do the next step.
import { setImmediate } from 'node:timers/promises'
import { isWayOn, placeIn } from '#shared/decisions/4-ways-on.ts'
import type { Entity, Grantee, Transition, TransitionRow, Workflow } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { WaitingBody, WaitingItem } from '#shared/protocol/waiting.ts'
import { policyOf } from '../../policy/policy.ts'
import { titleFor } from '../messages/message-values.ts'
import { findRecords } from '../find-records.ts'
import { findPermissions } from '../record-permissions.ts'
import { makePageFinder } from './record-page.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

/** Of each entity so many records are looked at. */
const MOST_PER_ENTITY = 100
/** Others have a turn after so many. */
const AT_ONCE = 25

/** By the person's roles and their relation to the records; that somebody is an administrator makes nothing theirs to do. */
export async function findWaiting(
  dependencies: RecordsDependencies,
  { actor: signedIn, ...rest }: ActorContext,
): Promise<WaitingBody> {
  const { running } = dependencies.current
  const actorContext = { ...rest, actor: { ...signedIn, administrator: false } }
  const items: WaitingItem[] = []
  let more = false
  for (const entity of running.model.entities.values()) {
    const found = await findOf(dependencies, actorContext, entity)
    items.push(...found.items)
    more ||= found.more
  }
  return { items, count: items.length, more }
}

async function findOf(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: Entity,
): Promise<Pick<WaitingBody, 'items' | 'more'>> {
  const { running } = dependencies.current
  const { actor } = actorContext
  const name = entity.name.identifier
  const policy = policyOf(running, actor).entity(name)
  const steps = running.keptOn(policy, 'next steps', '', () =>
    nextSteps(entity, actor).filter(
      ({ transition }) => policy.read.readable.has(transition.field) && policy.transition(transition).possible,
    ),
  )
  if (policy.read.rows === false || steps.length === 0) return { items: [], more: false }
  const filter = steps.map(({ transition: { field }, states }) => `${field} in ${JSON.stringify(states)}`).join(' or ')
  const request = { filter, limit: MOST_PER_ENTITY, count: false }
  const page = await findRecords(dependencies, actorContext, name, request)
  const items: WaitingItem[] = []
  for (const [at, text] of page.items.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const item = await itemOf(dependencies, actorContext, entity, steps, JSON.parse(text) as WaitingRecord)
    if (item !== undefined) items.push(item)
  }
  return { items, more: page.next !== null }
}

type WaitingRecord = { readonly id: string } & { readonly [field: string]: unknown }

interface NextStep {
  readonly transition: Transition
  /** From which it leads on. */
  readonly states: readonly string[]
}

/** Those that leave a state in which the person is expected to do something, and are not for everyone. */
function nextSteps(entity: Entity, actor: Actor): readonly NextStep[] {
  const steps = [...entity.transitions.values()].flatMap((transition) => {
    const workflow = entity.workflows.get(transition.field)
    const rows = transition.rows.filter((row) => row.to !== 'stay' && row.who.some((who) => isMeant(who, actor)))
    return workflow === undefined || rows.length === 0 ? [] : [{ transition, workflow, rows }]
  })
  const isExpected = (workflow: Workflow, state: string): boolean =>
    !goesWithOthers(entity, workflow.field, state) &&
    steps.some((each) => each.workflow === workflow && each.rows.some((row) => goesOn(entity, workflow, row, state)))
  return steps.flatMap(({ transition, workflow, rows }) => {
    const states = openStates(workflow).filter(
      (word) => rows.some((row) => leads(row, word)) && isExpected(workflow, word),
    )
    return states.length === 0 ? [] : [{ transition, states }]
  })
}

/**
 * Of the ends only the first is where work goes: who may cancel what is approved has nothing to do. Nor has anybody where it
 * ends by itself, and they could only take it back.
 */
function goesOn(entity: Entity, workflow: Workflow, row: TransitionRow, state: string): boolean {
  if (row.to === 'stay' || !leads(row, state)) return false
  const isLater = (to: string): boolean => placeIn(workflow, to) > placeIn(workflow, state)
  const endsByItself = endsInTime(entity, workflow, state)
  return row.to.some((to) => isWayOn(workflow, to) && (isLater(to) || !endsByItself))
}

function endsInTime({ transitions }: Entity, { field, ends }: Workflow, state: string): boolean {
  return [...transitions.values()].some(
    (each) =>
      each.field === field &&
      each.rows.some(
        (row) =>
          row.after !== undefined && leads(row, state) && row.to !== 'stay' && row.to.every((to) => ends.includes(to)),
      ),
  )
}

function openStates({ states, ends }: Workflow): readonly string[] {
  return states.map(({ word }) => word).filter((word) => !ends.includes(word))
}

/** `nobody`, and at no moment: another record takes it along. A book on its shelf waits for a reader, not for the one who may retire it. */
function goesWithOthers({ transitions }: Entity, field: string, state: string): boolean {
  return [...transitions.values()].some(
    (each) =>
      each.field === field &&
      each.rows.some((row) => row.who.length === 0 && row.after === undefined && leads(row, state)),
  )
}

function isMeant(who: Grantee, { roles }: Actor): boolean {
  if (who.kind === 'condition') return true
  return who.kind === 'role' && who.roles.some((role) => roles.includes(role))
}

function leads({ from, to }: TransitionRow, state: string): boolean {
  if (from === 'new record' || to === 'stay') return false
  return (from === 'any' || from.includes(state)) && !(to.length === 1 && to[0] === state)
}

/** Undefined: nothing can be done with it by this person, or not now. */
async function itemOf(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: Entity,
  steps: readonly NextStep[],
  record: WaitingRecord,
): Promise<WaitingItem | undefined> {
  const { storage, current } = dependencies
  const name = entity.name.identifier
  const may = await findPermissions(dependencies, actorContext, name, record.id)
  const possible = steps.filter(
    ({ transition, states }) =>
      states.includes(String(record[transition.field])) &&
      may?.transitions[transition.name.identifier]?.allowed === true,
  )
  const [first] = possible
  if (first === undefined) return undefined
  const { running } = current
  const { database } = storage
  const policyContext = { database, storage, running, now: actorContext.now }
  const title = (await titleFor(policyContext, actorContext, actorContext.actor, name, record.id)) ?? ''
  const { field } = first.transition
  const word = String(record[field])
  const state = entity.workflows.get(field)?.states.find((each) => each.word === word)
  const page = await makePageFinder(dependencies, actorContext)(name, record.id)
  const named = possible.map(({ transition: { name: of } }) => ({ name: of.identifier, label: of.label }))
  const address = page === undefined ? {} : { page }
  return {
    entity: name,
    path: entity.path,
    id: record.id,
    title,
    ...address,
    state: state?.label ?? word,
    steps: named,
  }
}
