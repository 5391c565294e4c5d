// Lists the ways in which an actor may create records: plainly, or by transitions from "new record".
import type { Entity, Transition } from '../model/model.ts'
import { mayBeMetByNew, neverFilled } from '../model/6-roles/new-record.ts'
import type { Actor } from '../policy/actor.ts'
import type { WritePolicy } from '../policy/write-policy.ts'
import type { EntityPolicy } from './policy.ts'

export interface WayToCreate<Write = WritePolicy> {
  /** The transition that leads the new record on; absent: it is created plainly. */
  readonly step?: Transition
  readonly policy: Write
}

/** The plain way first, then the transitions in the order of the document. */
export function waysToCreate<Write extends WritePolicy>(
  { transitions }: Entity,
  policy: EntityPolicy<unknown, Write>,
): readonly WayToCreate<Write>[] {
  const plain: WayToCreate<Write> = { policy: policy.create }
  const steps = [...transitions.values()].flatMap((step): WayToCreate<Write>[] =>
    policy.transition(step).creates ? [{ step, policy: policy.createBy(step.name.identifier) }] : [],
  )
  return [plain, ...steps].filter((way) => way.policy.grants.length > 0)
}

/** Lists the ways by which the actor can ever create a record. Any other is refused as before, and not offered. */
export function possibleWays<Write extends WritePolicy>(
  entity: Entity,
  policy: EntityPolicy<unknown, Write>,
  actor: Actor,
): readonly WayToCreate<Write>[] {
  return waysToCreate(entity, policy).filter((way) => isEverPossible(entity, way, actor))
}

function isEverPossible(entity: Entity, { policy, step }: WayToCreate, actor: Actor): boolean {
  const created = {
    given: policy.fields,
    ...(step && { step: step.name.identifier }),
    ...(actor.person === null && { isByNobody: true }),
  }
  // Administrators and the system need no line of the document, and fill in what they want.
  const isFree = policy.grants.some(({ grant }) => grant === undefined)
  if (!isFree && neverFilled(entity, created).length > 0) return false
  return policy.grants.some(({ when }) => mayBeMetByNew(entity, when, created))
}

/**
 * Lists the ways that people are offered. Administrators may do what nothing grants; where the document has records
 * created by steps only, they are offered no other way either.
 */
export function offeredWays<Write extends WritePolicy>(
  entity: Entity,
  policy: EntityPolicy<unknown, Write>,
): readonly WayToCreate<Write>[] {
  const ways = waysToCreate(entity, policy)
  const granted = entity.grants.filter(({ except }) => !except)
  const isByStepsOnly =
    granted.some(({ createBy }) => createBy !== undefined) && !granted.some(({ may }) => may.includes('create'))
  const steps = ways.filter(({ step }) => step !== undefined)
  return isByStepsOnly && steps.length > 0 ? steps : ways
}
