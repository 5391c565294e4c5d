// Notes changes of lines and of their heads, which are completed at the end of the command.
import type { WriteFollower } from '../write/change.ts'

export const heads: WriteFollower = {
  name: 'heads',
  skips: { purge: 'Lines in the trash count nowhere.' },
  follow({ linesAndHeads }, change) {
    const { partOf, parts } = change.entity
    if (partOf !== undefined || parts.size > 0) linesAndHeads.push(change)
    return undefined
  },
}
