// Creates the runner of all jobs, which have lanes by their kinds, so that none holds up another.
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { createCleanUpJob } from './clean-up-job.ts'
import type { BackgroundJobDependencies } from './background-job.ts'
import { createBackgroundJobs } from './background-job.ts'
import type { Outbox } from './outbox.ts'
import { createPublicationJob } from './publication-job.ts'
import type { PublicationJobDependencies } from './publication-job.ts'
import type { JobHandler, Runner, RunnerDependencies } from './runner.ts'
import { createRunner } from './runner.ts'
import { createScheduleJobs } from './schedule-jobs.ts'
import { createTimerJobs } from './timer-jobs.ts'
import type { TimerJobsDependencies } from './timer-jobs.ts'
import { createWebhookJobs } from './webhook-jobs.ts'
import type { DeliverWebhook } from './webhook-delivery.ts'

export interface JobsDependencies
  extends
    RecordsDependencies,
    RunnerDependencies,
    Pick<BackgroundJobDependencies, 'imports' | 'undos' | 'runInBackground'>,
    Pick<PublicationJobDependencies, 'backUpData'> {
  readonly random?: TimerJobsDependencies['random']
  readonly outbox: Outbox | undefined
  /** Undefined: webhooks wait. */
  readonly deliverWebhook: DeliverWebhook | undefined
}

/** `log`: of faults inside the program; `dependencies.log` is of what others did not take. */
export function createJobs(dependencies: JobsDependencies, log: TimerJobsDependencies['log']): Runner {
  const { outbox, deliverWebhook } = dependencies
  const webhooks = deliverWebhook && createWebhookJobs({ ...dependencies, deliver: deliverWebhook })
  const lanes: readonly (readonly JobHandler[])[] = [
    [...createTimerJobs({ ...dependencies, log }), createScheduleJobs({ ...dependencies, log })],
    outbox ? [outbox.handler] : [],
    webhooks ? [webhooks] : [],
    [createCleanUpJob({ ...dependencies, log })],
    createBackgroundJobs({ ...dependencies, log }),
    [createPublicationJob({ ...dependencies, log })],
  ]
  const runners = lanes.filter((lane) => lane.length > 0).map((lane) => createRunner(dependencies, lane))
  return {
    // What timers do may be due work of the lanes after them.
    async runDue() {
      for (const runner of runners) await runner.runDue()
    },
    start() {
      for (const runner of runners) runner.start()
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}
