// Lists the fields of a change that the actor may read now and might have read before and after it.
import type { Actor } from '#shared/policy/actor.ts'
import { readableFieldsThen } from '../access/row-policy-then.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import type { HistoryStep } from './walk-history.ts'

/**
 * A value that was written while its field was hidden, or before the record became theirs, stays unknown. `fields`: those that
 * the actor may read now. Undefined: after the change the record was not theirs to read.
 */
export async function readableFieldsOfChange(
  policyContext: RowPolicyContext,
  actor: Actor,
  entity: string,
  { entry, before, after }: HistoryStep,
  fields: ReadonlySet<string>,
): Promise<ReadonlySet<string> | undefined> {
  const then = { ...policyContext, now: entry.at }
  const later = await readableFieldsThen(then, actor, entity, after)
  const prior = before && ((await readableFieldsThen(then, actor, entity, before)) ?? NOTHING)
  return later && new Set([...fields].filter((field) => later.has(field) && prior?.has(field) !== false))
}

const NOTHING: ReadonlySet<string> = new Set()
