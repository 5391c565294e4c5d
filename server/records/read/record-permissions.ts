// Finds what an actor may do with a record: update, delete, history, transitions, and why not.
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { Entity } from '#shared/model/model.ts'
import type { Decision, Refusal } from '#shared/decisions/decision.ts'
import type { RecordPermissions } from '#shared/protocol/record.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { isBetweenStates } from '#shared/decisions/4-transition-kinds.ts'
import { evaluateConditions } from '../access/condition-facts.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import { fillRefusals, withoutState } from '../messages/refuse-with-message.ts'

/**
 * Finds permissions by the same decisions that the commands enforce, made in advance. Inputs of transitions count as
 * not given yet.
 */
export async function findPermissions(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  name: string,
  id: string,
): Promise<RecordPermissions<Refusal> | undefined> {
  const { storage, current } = dependencies
  const { running } = current
  const { model } = running
  const { database } = storage
  const { actor, now } = actorContext
  const entity = entityNamed(model, name)
  const record = await database.record(name, id)
  const policyContext = { database, storage, running, now }
  const readable = record === undefined ? undefined : await readableFieldsOf(policyContext, actor, name, record)
  if (record === undefined || readable === undefined) return undefined
  const { updating, deleting, seeing, transitions, conditions } = policiesOnRecord(running, entity, actor)
  const answer = await evaluateConditions(conditions, policyContext, actorContext, { record, old: record })

  const update: { [field: string]: true | Refusal } = {}
  for (const [field, declared] of entity.fields) {
    if (!isWrittenByPeople(declared) || !readable.has(field)) continue
    const decision = decideWrite(model, updating, [field], [answer])
    if (decision.allowed !== 'not knowable') update[field] = decision.allowed ? true : decision.refusal
  }
  const decisions = transitions.map(({ transition, decide }): readonly [name: string, decision: Decision] => {
    const decision = decide({ record, evaluate: answer, input: 'to come' })
    const shown = decision.allowed === true ? ALLOWED : decision
    const isHidden = shown.allowed === false && !readable.has(transition.field)
    return [transition.name.identifier, isHidden ? { ...shown, refusal: withoutState(shown.refusal) } : shown]
  })
  const refusals = decisions.flatMap(([, decision]) => (decision.allowed === false ? [decision.refusal] : []))
  const about = { entity: name, snapshot: { record, old: record } }
  const filled = (await fillRefusals(policyContext, actorContext, about, refusals)).values()
  return {
    update,
    delete: decideWrite(model, deleting, [], [answer]),
    history: decideWrite(model, seeing, [], [answer]),
    transitions: Object.fromEntries(
      decisions.map(([transition, decision]) => {
        const refusal = decision.allowed === false ? filled.next().value : undefined
        return [transition, refusal === undefined ? decision : { allowed: false, refusal }]
      }),
    ),
  }
}

const ALLOWED: Decision = { allowed: true }

/** All that may be done with one record, so that it is decided with one look at the database. */
function policiesOnRecord(running: RunningDocument, entity: Entity, actor: Actor) {
  const policy = policyOf(running, actor).entity(entity.name.identifier)
  return running.keptOn(policy, 'policies on a record', '', () => {
    const { update: updating, delete: deleting, history: seeing } = policy
    const transitions = [...entity.transitions.values()]
      .filter(isBetweenStates)
      .map((each) => policy.transition(each))
      .filter((each) => each.possible)
    const all = [updating, deleting, seeing, ...transitions].flatMap(({ nodes }) => nodes)
    return { updating, deleting, seeing, transitions, conditions: makeConditions(entity.name.identifier, all) }
  })
}
