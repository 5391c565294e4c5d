// Lets fewer commands run beside each other where they undo each other.
import { StorageBusy } from '../storage-error.ts'

export interface CommandTurns {
  /** Runs a command when it is its turn; rejects with `StorageBusy` where that does not come in time. */
  take<T>(command: () => Promise<T>): Promise<T>
  /** Notes a run that was kept. */
  noteKept(): void
  /** Notes a run that others have undone. */
  noteUndone(): void
}

/** Commands that run beside each other however often they are undone: one writes while the other waits for the disk. */
const FEWEST_AT_ONCE = 2
/** The part that is left with each run that is undone. What is kept adds one in as many runs as commands are let in. */
const LEFT_BY_UNDONE = 0.8

interface Waiter {
  readonly begin: () => void
}

/** `most`: the number of commands beside each other; `longestWait`: milliseconds. */
export function createCommandTurns(most: number, longestWait: number): CommandTurns {
  let limit = most
  let running = 0
  const waiting = new Set<Waiter>()
  const letIn = (): void => {
    for (const waiter of waiting) {
      if (running >= Math.floor(limit)) return
      waiting.delete(waiter)
      running += 1
      waiter.begin()
    }
  }
  const wait = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(waiter)
        reject(new StorageBusy('Too many commands waited for their turn.'))
      }, longestWait)
      const waiter = {
        begin: () => {
          clearTimeout(late)
          resolve()
        },
      }
      waiting.add(waiter)
    })
  return {
    async take(command) {
      if (running < Math.floor(limit)) running += 1
      else await wait()
      try {
        return await command()
      } finally {
        running -= 1
        letIn()
      }
    },
    noteKept() {
      limit = Math.min(most, limit + 1 / limit)
    },
    noteUndone() {
      limit = Math.max(FEWEST_AT_ONCE, limit * LEFT_BY_UNDONE)
    },
  }
}
