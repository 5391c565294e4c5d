// Finds the records that wait for a person: those on which they, rather than everyone, can do the next step.
import { setImmediate } from 'node:timers/promises'
import type { Entity } from '#shared/model/model.ts'
import type { WaitingBody, WaitingItem } from '#shared/protocol/waiting.ts'
import { policyOf } from '../../policy/policy.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { titleFor } from '../messages/message-values.ts'
import { findRecords } from '../read/find-records.ts'
import { findPermissions } from '../read/record-permissions.ts'
import type { NextStep } from './next-steps.ts'
import { nextSteps } from './next-steps.ts'
import { makePageFinder } from './record-page.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

/** Maximum number of records that are examined for each entity. */
const MOST_PER_ENTITY = 100
/** Others have a turn after so many. */
const AT_ONCE = 25

/**
 * Finds the records that wait for a person, by their roles and their relation to the records. Being an administrator
 * does not make a step theirs.
 */
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

/** Reports whether a step is refused for who somebody is: nothing that they could do about the record would help. */
function isForOthers({ transition: { rows } }: NextStep, code: string): boolean {
  return code === 'not_allowed' || rows.some(({ meant, otherwise }) => meant !== undefined && otherwise === code)
}

type WaitingRecord = { readonly id: string } & { readonly [field: string]: unknown }

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
  const decisionOf = ({ transition: { name: of } }: NextStep) => may?.transitions[of.identifier]
  const isAllowed = (step: NextStep): boolean => decisionOf(step)?.allowed === true
  // Where only what stands in the record is against it, the person still has to do something about it.
  const isTheirs = (step: NextStep): boolean => {
    const decision = decisionOf(step)
    return decision?.allowed === false && !isForOthers(step, decision.refusal.name) && !step.isPersonal
  }
  const here = steps.filter(({ transition, states }) => states.includes(String(record[transition.field])))
  const isExpected = here.some(
    (step) => step.expected.includes(String(record[step.transition.field])) && (isAllowed(step) || isTheirs(step)),
  )
  const possible = isExpected ? here.filter(isAllowed) : []
  const [first] = possible
  if (first === undefined) return undefined
  const { running } = current
  const { database } = storage
  const policyContext = { database, storage, running, now: actorContext.now }
  const title = (await titleFor(policyContext, actorContext, actorContext.actor, name, record.id)) ?? ''
  const { field } = first.transition
  const word = String(record[field])
  const state = entity.workflows.get(field)?.states.find((each) => each.word === word)
  const whole = await database.record(name, record.id)
  const readable = whole && (await readableFieldsOf(policyContext, actorContext.actor, name, whole))
  const page = whole && readable && (await makePageFinder(dependencies, actorContext)(name, whole, readable))
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
