// Keeps the timers of a changed record up to date, and stops those of a deleted one.
import { keepTimers, mayMoveTimers, updateTimers } from '../timers/record-timers.ts'
import { scanReadersOfTimers } from '../timers/timer-readers.ts'
import { comparedRecord } from './compared-record.ts'
import type { WriteFollower } from '../write/change.ts'

export const timers: WriteFollower = {
  name: 'timers',
  skips: {
    lines: 'Timers that read lines are found by the changes of the lines themselves.',
    clear: 'They are kept before all that follows, as the rules that see them are asked then.',
  },
  async follow(context, change) {
    const { entity, id, after, cause, changed } = change
    if (after === null) {
      await scanReadersOfTimers(context, entity, false)
      if (cause === 'delete' && entity.deleted.kind !== 'for good') return keepTimers(context, entity, id)
      return context.transaction.deleteJobsOf({ entity: entity.name.identifier, record: id })
    }
    if (cause === 'restore') return updateTimers(context, entity, after, 'restored')
    if (cause === 'update' && !(await mayMoveTimers(context, entity, changed))) return
    await updateTimers(context, entity, after, { old: comparedRecord(change) })
  },
}
