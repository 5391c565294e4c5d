// Keeps the timers of a changed record up to date, and stops those of a deleted one.
import { keepTimers, mayMoveTimers, updateTimers } from '../timers/record-timers.ts'
import { scanReadersOfTimers } from '../timers/timer-readers.ts'
import { comparedRecord } from './compared-record.ts'
import type { WriteFollower } from '../write/change.ts'

export const timers: WriteFollower = {
  name: 'timers',
  skips: { lines: 'Timers that read lines are found by the changes of the lines themselves.' },
  async follow(context, change) {
    const { entity, id, after, cause, changed } = change
    if (after === null) {
      await scanReadersOfTimers(context, entity, false)
      if (cause === 'delete' && entity.deleted.kind !== 'for good') return keepTimers(context, entity, id)
      return context.transaction.deleteJobsOf({ entity: entity.name.identifier, record: id })
    }
    if (cause === 'restore') return updateTimers(context, entity, after, 'restored')
    if (cause === 'update' && !(await mayMoveTimers(context, entity, changed))) return
    // A relation that was cleared is no change that its record made.
    await updateTimers(context, entity, after, { old: cause === 'clear' ? after : comparedRecord(change) })
  },
}
