// Opens the application of a draft on a database of its own, with a clock that is moved; nothing is sent.
import type { Model } from '#shared/model/model.ts'
import { TRIAL_PATH } from '#shared/protocol/trial.ts'
import type { AppDependencies } from '../app.ts'
import { createApp } from '../app.ts'
import { createProcessorTime } from '../api/request/processor-time.ts'
import { followAccounts } from '../auth/follow-accounts.ts'
import { createPasswords } from '../auth/methods/password/password-hash.ts'
import { openKnownNetworks } from '../auth/rate-limit/known-networks.ts'
import { budgetOf, chargeBackground, createBudgets } from '../auth/rate-limit/usage-budget.ts'
import { openKeyring } from '../auth/secrets/open-keyring.ts'
import { CurrentDocument, runDocument } from '../document/current-document.ts'
import { createJobs } from '../jobs/create-jobs.ts'
import { createOutbox } from '../jobs/outbox.ts'
import { keepTimersRevised } from '../jobs/timer-jobs.ts'
import type { SamplePreparation } from '../prepare-sample.ts'
import { offeredSample, prepareSample } from '../prepare-sample.ts'
import { createWorkProgress } from '../records/background/work-progress.ts'
import { createIds } from '../records/new-id.ts'
import type { ChosenDocument } from '../storage/handle/create-storage.ts'
import type { StorageOptions } from '../storage/sqlite/sqlite-storage.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { StorageRefused } from '../storage/storage-error.ts'
import { copyData } from './copy-data.ts'
import type { SentMessages } from './sent-messages.ts'
import { createSentMessages } from './sent-messages.ts'
import type { DrivenJobs } from './trial-clock.ts'
import { createTrialClock, driveJobs } from './trial-clock.ts'
import type { TrialPeople } from './trial-people.ts'
import { createTrialPeople, isOtherAdministrator } from './trial-people.ts'
import type { TrialWork } from './trial-work.ts'
import { TrialRefused } from './trial-work.ts'

export interface OpenedTrial extends DrivenJobs {
  readonly app: ReturnType<typeof createApp>
  readonly people: TrialPeople
  readonly sent: SentMessages
  /** RFC 3339. */
  now(): string
}

/** Bytes of a page of the database. */
const PAGE_BYTES = 4_096

/** Throws `TrialRefused`. */
export async function openTrial(work: TrialWork, model: Model): Promise<OpenedTrial> {
  const { folder, file, text, data, author, origin } = work
  if (data === 'copy') await copyData(work.place, folder, work.now)
  const clock = createTrialClock(Date.parse(work.now))
  const now = (): string => new Date(clock.now()).toISOString()
  const running = runDocument(file, text, model)
  const storage = await openStorage(work, {
    model,
    revision: running.revision,
    source: { text, file, isFromFile: false, by: data === 'copy' ? author.id : null },
    now,
  })
  const sent = createSentMessages({
    now,
    mayShow: async (address) => data !== 'copy' || !(await isOtherAdministrator(storage.database, address, author.id)),
    withOwnLinks: (said) => said.replaceAll(`${origin}/`, `${origin}${TRIAL_PATH}/`),
  })
  const newId = createIds(await storage.database.newestId())
  const keyring = await openKeyring(storage, folder, {}, silent)
  const outbox = createOutbox({ keyring, deliver: sent.deliver, clock, newId, log: LOG })
  const budgets = createBudgets(budgetOf(1))
  const dependencies: AppDependencies = {
    storage,
    current: new CurrentDocument(running, storage.number),
    clock,
    newId,
    passwords: createPasswords(),
    keyring,
    knownNetworks: await openKnownNetworks(storage),
    log: LOG,
    budgets,
    processorTime: createProcessorTime(),
    clientDirectory: work.clientDirectory,
    documentDirectory: work.documentDirectory,
    publicUrl: origin,
    trustedProxies: 0,
    imports: createWorkProgress(),
    undos: createWorkProgress(),
    mail: outbox,
    basePath: TRIAL_PATH,
  }
  const sample = data === 'sample' ? await loadSample(dependencies, work.sampleOf) : undefined
  const timed = { ...dependencies, people: followAccounts(dependencies), random: Math.random }
  await keepTimersRevised(timed)
  const runInBackground = chargeBackground(budgets, dependencies.processorTime, () => performance.now())
  const runner = createJobs({ ...timed, outbox, deliverWebhook: sent.deliverWebhook, runInBackground }, LOG)
  const people = await createTrialPeople(dependencies, { author, data, folder, now })
  return {
    app: createApp({ ...dependencies, sample: sample && offeredSample(sample) }),
    people,
    sent,
    now,
    ...(await driveJobs(storage, clock, runner)),
  }
}

function silent(): void {}

/** A log that is not kept: the pages of the trial say what a draft does. */
const LOG = { error: silent, warn: silent, info: silent }

type StorageStart = ChosenDocument & Pick<StorageOptions, 'now'>

async function openStorage({ folder, mostBytes }: TrialWork, start: StorageStart): Promise<Storage> {
  try {
    const maxPages = Math.ceil(mostBytes / PAGE_BYTES)
    return await openSqliteStorage({ ...start, directory: folder, maxPages })
  } catch (error) {
    if (!(error instanceof StorageRefused)) throw error
    if (error.conflicts.length === 0) throw error
    throw new TrialRefused('document_conflict', { conflicts: error.conflicts })
  }
}

async function loadSample(dependencies: AppDependencies, file: string | undefined): Promise<SamplePreparation> {
  if (file === undefined) throw new TrialRefused('trial_no_sample')
  const sample = await prepareSample(dependencies, file, { sample: 'yes', isPublic: false })
  if (sample.kind === 'problem') throw new TrialRefused('trial_sample_refused', { problem: sample.sentence })
  if (sample.kind === 'none') throw new TrialRefused('trial_no_sample')
  return sample
}
