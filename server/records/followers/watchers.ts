// Notifies the people who watch a record of what happens to it, and forgets them with the record.
import { foreseeWatchers, notifyOfDeletion, notifyWatchers, relatedBeside } from '../notices/notify-watchers.ts'
import { forgetWatches } from '../notices/watches.ts'
import type { WriteFollower } from '../write/change.ts'

export const watchers: WriteFollower = {
  name: 'watchers',
  skips: {
    clear: 'Watchers of the deleted record hear of it; that a relation to it is gone is no news of its own.',
    restore: 'It is as it was before it was deleted.',
    lines: 'Watchers hear of the lines themselves.',
  },
  // Its values decide who may hear of it.
  precedeDeletion: notifyOfDeletion,
  foresee(context, { entity, before, after, changed, transition }) {
    if (after !== null) foreseeWatchers(context, entity, { old: before, record: after, changed, transition })
  },
  follow(context, { entity, id, before, after, changed, isForGood, transition }) {
    if (after === null) return isForGood === true ? forgetWatches(context.transaction, id) : undefined
    if (before === null && relatedBeside(context, entity, after).length === 0) return undefined
    return notifyWatchers(context, entity, { old: before, record: after, changed, transition })
  },
}
