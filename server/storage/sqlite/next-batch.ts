// Waits before a batch for those who were answered by the one before: what they ask for next shares a commit.
//
//   32 are answered → the first of them is back → (others come, turn after turn) → 32 wait → the next batch
//
// A batch that began with the first of them would be one command and a commit, and all others would wait for it.

/** Milliseconds in which nobody came, after which those who are missing are not waited for. */
const PATIENCE = 1

/** Turns of the event loop, well under a millisecond each, for those who come besides. */
const MOST_TURNS = 8

/** The batch before. Those who were in it may be back within as long as it took, and are waited for half as long. */
interface LastBatch {
  /** Number of its commands. */
  readonly commands: number
  /** Milliseconds that it took. */
  readonly took: number
  readonly endedAt: number
}

export class NextBatch {
  private last: LastBatch = { commands: 0, took: 0, endedAt: 0 }
  private wake: (() => void) | undefined

  /** Notes that a command came. */
  noteCommand(): void {
    this.wake?.()
  }

  /** Notes a batch that began at `begun` and has just ended. */
  noteBatch(commands: number, begun: number): void {
    const endedAt = performance.now()
    this.last = { commands, took: endedAt - begun, endedAt }
  }

  /** Resolves when the next batch should begin. `waiting` counts the commands that wait. */
  async wait(waiting: () => number): Promise<void> {
    const { commands, took, endedAt } = this.last
    const begun = performance.now()
    const until = begun - endedAt < took ? begun + took / 2 : begun
    let turns = 0
    let isLastTurn = false
    while (turns < MOST_TURNS) {
      const before = waiting()
      await new Promise<void>((resolve) => setImmediate(resolve))
      const isMissing = waiting() < commands && performance.now() < until
      if (waiting() > before) {
        turns += isMissing ? 0 : 1
        isLastTurn = false
      } else if (isLastTurn || !isMissing) return
      // Those who came at the end of the patience are seen in one turn more.
      else isLastTurn = !(await this.nextComes())
    }
  }

  /** Resolves with false where nobody comes for a while. */
  private nextComes(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isThere: boolean): void => {
        clearTimeout(timer)
        this.wake = undefined
        resolve(isThere)
      }
      const timer = setTimeout(() => end(false), PATIENCE)
      this.wake = () => end(true)
    })
  }
}
