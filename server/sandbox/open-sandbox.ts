// Opens a document on an empty database, with a clock that stands until it is moved; nothing is sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followAccounts } from '../auth/follow-accounts.ts'
import { createBudgets, NO_BOUND } from '../auth/rate-limit/usage-budget.ts'
import type { Clock } from '../clock.ts'
import { CurrentDocument } from '../document/current-document.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { createRunner } from '../jobs/runner.ts'
import { createScheduleJobs } from '../jobs/schedule-jobs.ts'
import { createTimerJobs, keepTimersRevised } from '../jobs/timer-jobs.ts'
import { createIds } from '../records/new-id.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import type { SampleCommands } from '../document/load-sample.ts'
import { sampleCommands } from '../sample-commands.ts'
import type { JobKind } from '../storage/job.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts'

export interface Sandbox {
  readonly running: RunningDocument
  readonly dependencies: RecordsDependencies
  readonly commands: SampleCommands
  /** Key of a session that has shown both factors, whenever it is asked: who acts has signed in just now. */
  readonly session: string
  /** The moment of its clock, RFC 3339 in UTC with milliseconds. */
  now(): string
  /**
   * Moves the clock forward, and lets each timer and schedule happen at its moment. Returns false where more falls due
   * than a sandbox runs at once; the clock then stands at the last that it ran.
   */
  moveTo(milliseconds: number): Promise<boolean>
  close(): Promise<void>
}

const SESSION = 'sandbox'
const FAR_AHEAD = '9999-12-31T00:00:00.000Z'

const KINDS: readonly JobKind[] = ['timer scan', 'timer', 'schedule']
/** Moments at which something falls due, in one move of the clock: a schedule of each hour makes 8,760 in a year. */
const MOST_MOMENTS = 10_000

/** `root`: the folder in which its database lies until it is closed. */
export async function openSandbox(running: RunningDocument, startsAt: number, root = tmpdir()): Promise<Sandbox> {
  const directory = mkdtempSync(join(root, 'verbatim-sandbox-'))
  let moment = startsAt
  const now = (): string => new Date(moment).toISOString()
  const { model, revision } = running
  const storage = await openSqliteStorage({ directory, model, revision, now })
  // The clock moves only by `moveTo`: nothing waits for it.
  const clock: Clock = { now: () => moment, sleepUntil: () => Promise.resolve() }
  const dependencies = {
    storage,
    current: new CurrentDocument(running, storage.number),
    newId: createIds(),
    isSilent: true,
    people: followAccounts({ budgets: createBudgets(NO_BOUND), publicUrl: undefined }),
  }
  await storage.write((transaction) =>
    transaction.putSystem('session', {
      key: SESSION,
      person: null,
      expiresAt: null,
      value: { proven_at: FAR_AHEAD, second_proven_at: FAR_AHEAD },
    }),
  )
  const failures: unknown[] = []
  const log = { error: ({ err }: { readonly err?: unknown }) => void failures.push(err) }
  const timed = { ...dependencies, clock, log }
  const runner = createRunner(timed, [...createTimerJobs(timed), createScheduleJobs(timed)])
  await keepTimersRevised(timed)

  async function nextDue(): Promise<number | undefined> {
    const dues = await Promise.all(KINDS.map((kind) => storage.database.nextJobDue(kind)))
    const moments = dues.flatMap((due) => (due === undefined ? [] : [Date.parse(due)]))
    return moments.length === 0 ? undefined : Math.min(...moments)
  }

  return {
    running,
    dependencies,
    commands: sampleCommands(dependencies, directory),
    session: SESSION,
    now,
    async moveTo(milliseconds) {
      for (let moments = 0; moments < MOST_MOMENTS; moments++) {
        const due = await nextDue()
        if (due === undefined || due > milliseconds) {
          moment = Math.max(moment, milliseconds)
          return true
        }
        moment = Math.max(moment, due)
        await runner.runDue()
        if (failures.length > 0) throw failures[0]
      }
      return false
    },
    async close() {
      await runner.stop()
      await storage.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
