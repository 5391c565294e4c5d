// Lists the ways in which an actor may create records: plainly, or by transitions from "new record".
import type { Entity, Transition } from '../model/model.ts'
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
