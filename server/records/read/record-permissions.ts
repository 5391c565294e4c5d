// Finds what an actor may do with a record: update, delete, history, transitions, and why not.
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import type { MessageValues } from '#shared/decisions/8-errors.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { Entity } from '#shared/model/model.ts'
import type { Decision, Refusal } from '#shared/decisions/decision.ts'
import type { RecordPermissions } from '#shared/protocol/record.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { isBetweenStates } from '#shared/decisions/4-transition-kinds.ts'
import { messageValuesFor, messagesToFill } from '../messages/message-values.ts'
import { evaluateConditions } from '../access/condition-facts.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import { withoutState } from '../messages/refuse-with-message.ts'

/**
 * Finds permissions by the same decisions that the commands enforce, made in advance. Inputs of transitions count as
 * not given yet.
 */
export async function findPermissions(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  name: string,
  id: string,
): Promise<RecordPermissions | undefined> {
  const { storage, current } = dependencies
  const { running } = current
  const { model } = running
  const { database } = storage
  const { actor, now } = actorContext
  const entity = entityNamed(model, name)
  const record = await database.record(name, id)
  const policyContext = { database: database, storage, running, now }
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
  const decide = (filling?: MessageValues) =>
    transitions.map(({ transition, decide: decideOne }): readonly [name: string, decision: Decision] => {
      const decision = decideOne({
        record,
        evaluate: answer,
        input: 'to come',
        ...(filling === undefined ? {} : { filling }),
      })
      if (decision.allowed === true) return [transition.name.identifier, { allowed: true }]
      const isShown = decision.allowed !== false || readable.has(transition.field)
      return [transition.name.identifier, isShown ? decision : { ...decision, refusal: withoutState(decision.refusal) }]
    })
  const decisions = decide()
  const codes = decisions.flatMap(([, decision]) => (decision.allowed === false ? [decision.refusal.code] : []))
  const messages = messagesToFill(model, [...new Set(codes)], name)
  const about = { entity: name, key: [...messages.keys()].join(' '), snapshot: { record, old: record } }
  const filling =
    messages.size === 0
      ? undefined
      : await messageValuesFor(policyContext, actorContext, actor, about, [...messages.values()])
  return {
    update,
    delete: decideWrite(model, deleting, [], [answer]),
    history: decideWrite(model, seeing, [], [answer]),
    transitions: Object.fromEntries(filling === undefined ? decisions : decide(filling)),
  }
}

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
