// Runs jobs when they are due: claims them with a lease, a few at a time, and writes what became of them.
import type { Clock } from '../clock.ts'
import { sleep } from '../clock.ts'
import type { CurrentDocument } from '../document/current-document.ts'
import { followDocument } from '../document/follow-document.ts'
import type { Job, JobKind } from '../storage/job.ts'
import { OutcomeUnknown, StorageBusy } from '../storage/storage-error.ts'
import type { Storage } from '../storage/storage.ts'
import type { Transaction } from '../storage/transaction.ts'
import { holdJobs, leaseFor } from './lease.ts'

/** Writes the outcome of a job that was run: deletes it, schedules another try, or gives it up. */
export type SettleJob = (transaction: Transaction) => Promise<unknown>

export interface JobHandler {
  readonly kind: JobKind
  /** How many are claimed, and run, at once. */
  readonly atOnce: number
  /** Its jobs are claimed and settled though the disk is full. */
  readonly fromReserve?: true
  /** Its jobs wait for those of its lane, of kinds that say so too, that were due before. */
  readonly inOrder?: true
  /**
   * Settles the job in a command of its own and gives nothing, or gives what is to be written. May not throw for what it expects.
   * `signal`: the runner is to stop.
   */
  run(job: Job, signal: AbortSignal): Promise<SettleJob | undefined>
}

export interface Runner {
  /** Runs everything that is due; resolves when nothing is left. One run at a time. */
  runDue(): Promise<void>
  /** Starts running jobs automatically. Jobs of an earlier run of the program come first. */
  start(): void
  /** Begins no further job, and waits a while for those under way. */
  stop(): Promise<void>
}

export interface RunnerDependencies {
  readonly storage: Storage
  /** Jobs run under the document in force. */
  readonly current: CurrentDocument
  readonly clock: Clock
  readonly log: { error(fields: object, message: string): void }
}

/** Milliseconds between polls at most. Polling is needed because clocks are moved and other processes write. */
const POLL_MILLISECONDS = 5_000
/** A person who causes a job has the response before it runs: neither waits for the other. */
const GATHER_MILLISECONDS = 50
/** Jobs that were due so close to each other have no order among them. */
const TOGETHER_MILLISECONDS = 1_000
/** After a failure of its own, of the disk for example. A database that is away may be there again at the next poll. */
const PAUSE_MILLISECONDS = 60_000
const PATIENCE_MILLISECONDS = 5_000
/** After each batch others have the writer for as long as the batch took, up to this. */
const LONGEST_YIELD = 100

export function createRunner(
  { storage, current, clock, log }: RunnerDependencies,
  handlers: readonly JobHandler[],
): Runner {
  /** The time between polls by the clock, which may run faster than the machine's. */
  const pollOfClock = POLL_MILLISECONDS * (clock.speed ?? 1)
  const stopping = new AbortController()
  let waking = new AbortController()
  let isStarted = false
  let underWay: Promise<void> | undefined
  let loop: Promise<void> = Promise.resolve()

  function runDue(): Promise<void> {
    underWay ??= runAll().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function runAll(): Promise<void> {
    // What one kind does may be due work of another.
    for (let isMore = true; isMore && !stopping.signal.aborted;) {
      isMore = false
      for (const handler of handlers) while (!stopping.signal.aborted && (await runBatch(handler))) isMore = true
    }
  }

  /** False: nothing is due. */
  async function runBatch(handler: JobHandler): Promise<boolean> {
    const { kind, atOnce, run } = handler
    const options = { fromReserve: handler.fromReserve === true }
    const { shared } = storage
    const leaseFromNow = (): string => toMoment(clock.now() + leaseFor(kind, shared !== undefined))
    const claim = { now: await turnOf(handler, toMoment(clock.now())), leasedUntil: leaseFromNow(), limit: atOnce }
    if (!(await storage.database.isJobDue(kind, claim.now))) return false
    // Another process may publish while the jobs of one run.
    await followDocument({ storage, current }, await storage.database.revisionInForce())
    const begun = performance.now()
    const jobs = await storage.claimJobs(kind, claim, options)
    using held = shared && holdJobs(shared, jobs, claim.leasedUntil, leaseFromNow)
    // Begun in the order in which they were due, and committed together.
    const outcomes = await Promise.all(jobs.map(async (job) => ({ job, settle: await run(job, stopping.signal) })))
    const settled = outcomes.filter(({ settle }) => settle !== undefined)
    if (settled.length > 0)
      await storage.write(
        async (transaction) => {
          for (const { job, settle } of settled) if (await isHeld(transaction, job)) await settle?.(transaction)
        },
        // What was sent is sent once: a job that is settled already is settled as before.
        { ...options, isRepeatable: true },
      )
    // What was cut short goes on at another process, which need not wait for the end of the lease.
    const cut = stopping.signal.aborted ? outcomes.filter(({ settle }) => settle === undefined) : []
    await held?.giveBack(cut.map(({ job }) => job))
    const pause = isStarted ? Math.min(LONGEST_YIELD, performance.now() - begun) : 0
    if (pause > 0) await sleep(pause, stopping.signal)
    return jobs.length > 0
  }

  /**
   * Gives the moment up to which its jobs are claimed: until the next of another kind is due. Where the commands of a batch
   * run beside each other, those of a batch were due within a second.
   */
  async function turnOf(handler: JobHandler, now: string): Promise<string> {
    if (handler.inOrder !== true) return now
    const inOrder = handlers.filter((other) => other.inOrder)
    const dues = await Promise.all(
      inOrder.map(async (other) => {
        const due = await storage.database.nextJobDue(other.kind)
        if (due === undefined || other !== handler) return due
        return storage.shared && toMoment(Date.parse(due) + TOGETHER_MILLISECONDS)
      }),
    )
    return dues.reduce<string>((first, due) => (due !== undefined && due < first ? due : first), now)
  }

  async function runForEver(): Promise<void> {
    // What an earlier run of the program held is free at once, unless another process may hold it.
    let isReleased = storage.shared !== undefined
    while (!stopping.signal.aborted) {
      waking = new AbortController()
      let until = clock.now() + pollOfClock
      try {
        const kinds = handlers.map(({ kind }) => kind)
        if (!isReleased) await storage.write((transaction) => transaction.releaseJobs(kinds), { fromReserve: true })
        isReleased = true
        await runDue()
        for (const { kind } of handlers) {
          const due = await storage.database.nextJobDue(kind)
          if (due !== undefined) until = Math.min(until, Date.parse(due))
        }
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error({ err: error }, 'the job queue could not be read or written')
        const isAway = error instanceof StorageBusy || error instanceof OutcomeUnknown
        await sleep(isAway ? POLL_MILLISECONDS : PAUSE_MILLISECONDS, stopping.signal)
        continue
      }
      await sleepUntil(until)
    }
  }

  /** Sleeps until a moment, but by the machine's time at most for one poll interval, whatever the clock says. */
  async function sleepUntil(until: number): Promise<void> {
    const { signal } = waking
    await Promise.race([clock.sleepUntil(until, signal), sleep(POLL_MILLISECONDS, signal)])
    const isWoken = signal.aborted
    // The longer of both ends, too: the next sleep begins as this one did.
    waking.abort()
    if (isWoken) await sleep(GATHER_MILLISECONDS, stopping.signal)
  }

  storage.followJobs((dueAt) => {
    if (Date.parse(dueAt) <= clock.now() + pollOfClock) waking.abort()
  })

  return {
    runDue,
    start() {
      isStarted = true
      loop = runForEver()
      loop.catch((error: unknown) => log.error({ err: error }, 'the job runner stopped because of an internal error'))
    },
    async stop() {
      stopping.abort()
      waking.abort()
      // It keeps the process: one that ended here would leave the storage open.
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, PATIENCE_MILLISECONDS)
      })
      await Promise.race([Promise.allSettled([loop, underWay]), late])
      clearTimeout(timer)
    },
  }
}

/** Decides whether the try of a job is the last that was begun: after a lease that ran out, it is another's to settle. */
async function isHeld(transaction: Transaction, { number, tries }: Job): Promise<boolean> {
  return (await transaction.job(number))?.tries === tries
}

export function toMoment(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
