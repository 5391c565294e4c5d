// Lists what follows a change of a record, in the order of a write; each of the followers has a file.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import type { CommandContext } from './command-context.ts'
import { deletionEvents } from '../followers/deletion-events.ts'
import { heads } from '../followers/heads.ts'
import { history } from '../followers/history.ts'
import { mentions } from '../followers/mentions.ts'
import { rules } from '../followers/rules.ts'
import { rulesFromBothSides } from '../followers/rules-from-both-sides.ts'
import { storageQuota } from '../followers/storage-quota.ts'
import { timers } from '../followers/timers.ts'
import { timersOfOthers } from '../followers/timers-of-others.ts'
import { watchers } from '../followers/watchers.ts'
import { webhooks } from '../followers/webhooks.ts'
import type { Change, WriteFollower } from './change.ts'
import { storedChanges } from './change.ts'

export const FOLLOWERS: readonly WriteFollower[] = [
  storageQuota,
  // Before the rules, which see the timers as they will be.
  timers,
  rules,
  rulesFromBothSides,
  history,
  timersOfOthers,
  watchers,
  mentions,
  deletionEvents,
  // After all else: a payload tells of the record as it is by then.
  webhooks,
  heads,
]

/** Has each follower follow the changes that one command made together; what a follower throws refuses the command. */
export async function followChanges(context: CommandContext, changes: readonly Change[]): Promise<void> {
  const made = [...changes]
  const begun = (context.createdByStep ?? []).flatMap((change) => asLeftBy(made, change))
  for (const follower of FOLLOWERS)
    for (const change of made) if (follower.skips[change.cause] === undefined) follower.foresee?.(context, change)
  for (const follower of FOLLOWERS) {
    if (follower.asksRules === true && context.stepToCome !== undefined) continue
    for (let at = 0; at < made.length; at++) {
      const change = made[at]
      if (change === undefined || follower.skips[change.cause] !== undefined) continue
      for (const asked of follower.asksRules === true && begun.length > 0 ? [...begun, change] : [change]) {
        const following = follower.follow(context, asked)
        const found = following === undefined ? undefined : await following
        if (found && found.confirmed.length > 0)
          made[at] = { ...change, confirmed: [...new Set([...(made[at] ?? change).confirmed, ...found.confirmed])] }
      }
    }
  }
  context.stepToCome?.push(...made)
  // Effects and lines write many in one command.
  await context.transaction.giveTurn()
}

/** Gives the creation of a record as the step leaves it that created it. */
function asLeftBy(made: readonly Change[], creation: Change): readonly Change[] {
  const { entity, id, before } = creation
  return made.flatMap(({ id: changed, after }) =>
    changed === id && after !== null ? [{ ...creation, after, changed: storedChanges(entity, before, after) }] : [],
  )
}

/** Shows followers a record that is about to be deleted. */
export async function precedeDeletion(context: CommandContext, entity: Entity, record: RecordValue): Promise<void> {
  for (const follower of FOLLOWERS) await follower.precedeDeletion?.(context, entity, record)
}
