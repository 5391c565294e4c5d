// Notifies the people who watch a record of what happens to it, and forgets them with the record.
import { foreseeWatchers, notifyOfDeletion, notifyWatchers } from '../notices/notify-watchers.ts'
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
  async follow(context, { entity, id, before, after, changed, isForGood, transition }) {
    if (after !== null) return notifyWatchers(context, entity, { old: before, record: after, changed, transition })
    if (isForGood === true) await forgetWatches(context.transaction, id)
  },
}
