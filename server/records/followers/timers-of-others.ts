// Has the timers of other records worked out anew that read what was changed.
import { hasTimerReaders, scanReadersOf } from '../timers/timer-readers.ts'
import type { ChangeCause, WriteFollower } from '../write/change.ts'

export const timersOfOthers: WriteFollower = {
  name: 'timers of others',
  skips: { lines: 'Timers that read lines are found by the changes of the lines themselves.' },
  follow(context, { entity, cause, changed }) {
    if (!hasTimerReaders(context.running)) return undefined
    const change = { changed: cause === 'restore' ? [] : changed, existence: COMES_OR_GOES.has(cause) }
    return scanReadersOf(context, entity, change)
  },
}

const COMES_OR_GOES: ReadonlySet<ChangeCause> = new Set(['create', 'delete', 'restore', 'purge'])
