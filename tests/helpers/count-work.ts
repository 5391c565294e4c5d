// Counts the work of the product's own code: how often each of its blocks was run, as V8 counts for coverage.
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'

const SOURCES = ['server', 'shared', 'client'].map((folder) =>
  fileURLToPath(new URL(`../../${folder}/`, import.meta.url)),
)

export interface WorkCounter {
  /**
   * Counts each of several pieces of work, and the same for the same work, on a busy machine too. Work that the engine
   * does by itself (patterns, sorting) is not counted.
   */
  count(works: readonly (() => unknown)[]): Promise<readonly number[]>
  /** Afterwards code is as fast as before. */
  stop(): Promise<void>
}

export async function createWorkCounter(): Promise<WorkCounter> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

  async function take(): Promise<number> {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    let count = 0
    for (const { url, functions } of result) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : url
      if (!SOURCES.some((folder) => path.startsWith(folder))) continue
      for (const { ranges } of functions) for (const range of ranges) count += range.count
    }
    return count
  }

  return {
    async count(works) {
      const counts: number[] = []
      // What was counted before is left out.
      await take()
      for (const work of works) {
        await work()
        counts.push(await take())
      }
      return counts
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage')
      await session.post('Profiler.disable')
      session.disconnect()
    },
  }
}
