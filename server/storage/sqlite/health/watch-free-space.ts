// Checks each second for free space on a full disk, and takes the reserve back before writes resume.
import type { Reserve } from './reserve.ts'

const EVERY_MILLISECONDS = 1_000

export interface RoomSearch {
  /** Goes on until there is room. */
  start(): void
  stop(): void
}

export function createRoomSearch(reserve: Reserve, onRoom: () => void): RoomSearch {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function look(): Promise<void> {
    const hasRoom = await reserve.refill()
    timer = undefined
    if (hasRoom) onRoom()
    else start()
  }
  function start(): void {
    if (isStopped || timer !== undefined) return
    timer = setTimeout(() => void look(), EVERY_MILLISECONDS).unref()
  }

  return {
    start,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
