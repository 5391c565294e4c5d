// Serves a document: compiles it, opens its data, listens, and stops in order when asked.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { flushCompileCache } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import pino from 'pino'
import type { Logger } from 'pino'
import { compile } from '#shared/compile.ts'
import { readMoment } from '#shared/expressions/calendar.ts'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import { lineIndex } from '#shared/text/position.ts'
import type { AppDependencies } from './app.ts'
import { createApp } from './app.ts'
import { expressMessages } from './web/express-messages.ts'
import { createProcessorTime } from './api/request/processor-time.ts'
import { followAccounts } from './auth/follow-accounts.ts'
import type { Budgets } from './auth/rate-limit/usage-budget.ts'
import { budgetOf, chargeBackground, chargeReading, createBudgets } from './auth/rate-limit/usage-budget.ts'
import { inviteFirst } from './auth/sign-up/invitations.ts'
import { shareNewAccounts } from './auth/rate-limit/new-accounts.ts'
import { openKnownNetworks } from './auth/rate-limit/known-networks.ts'
import { createPasswords } from './auth/methods/password/password-hash.ts'
import { missingSettings } from './auth/methods/provider/provider.ts'
import type { Keyring } from './auth/secrets/keyring.ts'
import { KeyRefused, openKeyring } from './auth/secrets/open-keyring.ts'
import { createTimestamps, simulatedClock, systemClock } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { RunningDocument } from './document/current-document.ts'
import { CurrentDocument, runDocument } from './document/current-document.ts'
import { chooseDocument } from './document/choose-document.ts'
import type { DocumentChoice } from './document/choose-document.ts'
import { claimClock } from './document/data-clock.ts'
import { createDataBackup } from './backup/data-backup.ts'
import { NoBackup } from './document/back-up-data.ts'
import { createExampleRunner } from './sandbox/example-runner.ts'
import { createDocumentPlanner } from './plan/document-planner.ts'
import type { ServedTrials } from './try/trials.ts'
import { createTrials } from './try/trials.ts'
import { directoryFor, HELPDESK } from './document/data-directory.ts'
import { printConflicts } from './document/print-migration-conflict.ts'
import { readDocumentFile } from './document/read-document-file.ts'
import type { WatchedDocument } from './document/watch-document.ts'
import { watchDocument } from './document/watch-document.ts'
import { planCleanUp } from './jobs/clean-up-job.ts'
import { createOutbox } from './jobs/outbox.ts'
import { createWorkProgress } from './records/background/work-progress.ts'
import { createJobs } from './jobs/create-jobs.ts'
import { keepTimersRevised } from './jobs/timer-jobs.ts'
import { createSmtpDelivery } from './jobs/smtp-delivery.ts'
import { createWebhookDelivery, keepHere } from './jobs/webhook-delivery.ts'
import { createIds } from './records/new-id.ts'
import { ROOT } from './root.ts'
import { sayNextSteps } from './say-next-steps.ts'
import { offeredSample, prepareSample } from './prepare-sample.ts'
import type { SamplePreparation } from './prepare-sample.ts'
import { answerExpectations } from './web/answer-expectations.ts'
import { limitConnections } from './web/connection-limit.ts'
import { stopServer } from './stop-server.ts'
import { findStarters, stopWhenAsked } from './stop-when-asked.ts'
import { openSqliteStorage } from './storage/sqlite/sqlite-storage.ts'
import type { StorageOptions } from './storage/sqlite/sqlite-storage.ts'
import { StorageRefused } from './storage/storage-error.ts'
import type { DocumentRevision } from './storage/document-revision.ts'
import type { Storage, StorageTrouble } from './storage/storage.ts'

/** Serves a document. Prints in one sentence what can't be started, closes what is open by then, and sets exit code 1. */
export async function serve(config: Config): Promise<void> {
  await using cleanUp = new AsyncDisposableStack()
  try {
    const start = await readStart(config)
    const data = await openData(config, start, cleanUp)
    const dependencies = await assemble(config, start, data)
    const sample = await loadSample(config, start, data, dependencies)
    const { server, runner, followFile, whenGreeted } = await listenFor(config, start, data, { dependencies, sample })
    cleanUp.move()
    followFile()
    runner.start()
    await whenGreeted(greet(dependencies, server, config, sample))
    sayNext(config, start, data)
    data.storage
      .check()
      .catch((error: unknown) => start.log.warn({ err: error }, 'the database could not be checked for damage'))
    // Now, because a process that is killed would not do it at its end.
    flushCompileCache()
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** A sentence that says why nothing can be served. */
class StartRefused extends Error {}

/** Facts of a start that are known before any data is opened. */
interface Start {
  readonly file: string
  readonly text: string
  readonly given: RunningDocument
  readonly diagnostics: readonly Diagnostic[]
  readonly log: Logger
  readonly clock: Clock
  readonly directory: string
  /** The document is named on the command line, or is the one that the data directory belongs to. */
  readonly isNamed: boolean
  readonly budgets: Budgets
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number
  readonly starters: ReturnType<typeof findStarters>
}

async function readStart(config: Config): Promise<Start> {
  const starters = findStarters(config.startedByNpm)
  const file = config.file ?? HELPDESK
  const read = await readDocumentFile(file)
  if ('problem' in read) throw new StartRefused(read.problem)
  const { model, diagnostics } = compile(read.text)
  if (model === undefined) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    const printed = printDiagnostics(errors, lineIndex(read.text), basename(file))
    throw new StartRefused(`${printed}\n\n${basename(file)} can't run: it has ${count(errors.length, 'error')}.`)
  }
  return {
    file,
    text: read.text,
    given: runDocument(basename(file), read.text, model),
    diagnostics,
    log: pino({ level: config.logLevel, redact: ['headers.authorization', 'headers.cookie'] }),
    clock: clockOf(config, model.settings.timeZone),
    directory: config.data ?? `${directoryFor(file)}${config.simulated === undefined ? '' : '-simulated'}`,
    // A data directory that is named, and no document: what it holds runs.
    isNamed: config.file !== undefined || config.data === undefined,
    budgets: createBudgets(budgetOf(config.budgetFactor)),
    elapsed: () => performance.now(),
    starters,
  }
}

interface OpenData {
  readonly storage: Storage
  readonly choice: DocumentChoice
  readonly keyring: Keyring
}

async function openData(config: Config, start: Start, cleanUp: AsyncDisposableStack): Promise<OpenData> {
  const { log, budgets, elapsed, directory } = start
  const { storage, choice } = await openStorage(config, start, {
    slow: { onSpent: chargeReading(budgets, elapsed) },
    onTightened: (sentence) => log.warn(sentence),
    onFailed: (error) => {
      log.fatal(
        { err: error },
        'the disk no longer keeps what is written: stopping; a restart recovers everything that was committed',
      )
      process.exit(1)
    },
    onTrouble: (trouble) => noteTrouble(log, trouble),
  })
  cleanUp.defer(() => storage.close())
  const otherClock = await claimClock(storage, config.simulated === undefined ? 'real' : 'simulated')
  if (otherClock !== undefined) throw new StartRefused(otherClock)
  const keyring = await openKeyring(storage, directory, config.keys, (sentence) => log.warn({}, sentence)).catch(
    (error: unknown) => {
      throw error instanceof KeyRefused ? new StartRefused(error.message) : error
    },
  )
  return { storage, choice, keyring }
}

interface ServingDependencies extends AppDependencies {
  readonly outbox: ReturnType<typeof createOutbox> | undefined
  readonly trials: ServedTrials
  /** Says what the watched file holds and is not published; filled in when it is watched. */
  readonly watch: { document?: WatchedDocument }
}

async function assemble(config: Config, start: Start, { storage, choice, keyring }: OpenData) {
  const { clock, log, budgets, file, isNamed } = start
  const newId = createIds(await storage.database.newestId())
  const outbox =
    config.mail &&
    createOutbox({ keyring, deliver: createSmtpDelivery(config.mail), clock, newId, log, random: Math.random })
  const watch: ServingDependencies['watch'] = {}
  const current = new CurrentDocument(choice.running, await storage.database.revisionInForce())
  const dependencies: ServingDependencies = {
    storage,
    current,
    clock,
    newId,
    passwords: createPasswords(),
    keyring,
    knownNetworks: await openKnownNetworks(storage),
    budgets,
    processorTime: createProcessorTime(),
    log,
    clientDirectory: join(ROOT, 'client', 'dist'),
    documentDirectory: isNamed ? dirname(resolve(file)) : undefined,
    publicUrl: config.publicUrl,
    imports: createWorkProgress(),
    undos: createWorkProgress(),
    trustedProxies: config.trustedProxies,
    mail: outbox,
    outbox,
    providers: config.providers,
    watch,
    waitingFile: () => watch.document?.waiting(),
    runExamples: createExampleRunner(),
    planDocument: createDocumentPlanner(start.directory, current),
    backUpData: createDataBackup(start.directory),
    trials: createTrials({
      directory: start.directory,
      storage,
      current,
      clock,
      log,
      clientDirectory: join(ROOT, 'client', 'dist'),
      documentDirectory: isNamed ? dirname(resolve(file)) : undefined,
      sampleOf: isOfFile(start, { choice }) ? file : undefined,
    }),
  }
  return dependencies
}

/** Beside another document's data lies no sample of this one. */
function isOfFile({ isNamed, given }: Start, { choice }: Pick<OpenData, 'choice'>): boolean {
  return isNamed || choice.running.file === given.file
}

async function loadSample(
  config: Config,
  start: Start,
  data: OpenData,
  dependencies: AppDependencies,
): Promise<Exclude<SamplePreparation, { readonly kind: 'problem' }>> {
  const { budgets, elapsed, clock, file } = start
  await shareNewAccounts({ budgets, elapsed }, data.storage, clock.now())
  const wanted = isOfFile(start, data) ? config : { ...config, sample: 'no' as const }
  const sample = await prepareSample(dependencies, file, wanted)
  if (sample.kind === 'problem') throw new StartRefused(sample.sentence)
  // Before anything else can go wrong: nobody could find it out later.
  if (sample.kind === 'there' && sample.password.kind === 'made')
    console.log(`The people of the sample data have the password "${sample.password.text}". It is shown only once.`)
  return sample
}

interface ServedParts {
  readonly dependencies: ServingDependencies
  readonly sample: SamplePreparation
}

async function listenFor(
  config: Config,
  start: Start,
  { storage, choice }: OpenData,
  { dependencies, sample }: ServedParts,
) {
  const { log, budgets, elapsed, clock, file, text, isNamed, starters } = start
  const app = createApp({ ...dependencies, sample: offeredSample(sample) })
  // How long a body may take is the matter of its route.
  const limits = { requestTimeout: 0, headersTimeout: 15_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 }
  const server = createServer({ ...limits, ...expressMessages(app) }, app)
  // A client that takes nothing of an answer for this long, or sends nothing of a request, holds no connection.
  server.timeout = 120_000
  answerExpectations(server)
  limitConnections(server, { trustedProxies: config.trustedProxies, log })
  const recordsDependencies = { ...dependencies, people: followAccounts(dependencies), random: Math.random }
  await keepTimersRevised(recordsDependencies)
  const deliverWebhook = config.simulated ? keepHere : createWebhookDelivery({ ...config.webhooks, clock })
  const runInBackground = chargeBackground(budgets, dependencies.processorTime, elapsed)
  const { outbox } = dependencies
  const runner = createJobs({ ...recordsDependencies, outbox, deliverWebhook, runInBackground }, log)
  await planCleanUp(dependencies).catch((error: unknown) =>
    log.error({ err: error }, 'the clean-up could not be scheduled'),
  )
  let greeting = Promise.resolve()
  // Before it listens: from then on a signal may come.
  stopWhenAsked(log, starters, async () => {
    await dependencies.trials.close()
    await Promise.all([stopServer(server), runner.stop(), greeting])
    dependencies.watch.document?.stop()
    await storage.close()
  })
  await listen(server, config)
  return {
    server,
    runner,
    followFile: () => {
      // A data directory that is named without a document has none that could be written to.
      if (!config.watch || !isNamed) return
      const base = choice.inPlaceOfFile?.isBesideFile === true ? undefined : text
      const say = (message: string) => console.log(message)
      dependencies.watch.document = watchDocument(dependencies, {
        file: resolve(file),
        base,
        isForced: config.force,
        say,
      })
    },
    // The greeting writes, too: a stop waits for it.
    whenGreeted: (greeted: Promise<void>) => (greeting = greeted),
  }
}

function sayNext(config: Config, start: Start, data: OpenData): void {
  const { file, diagnostics } = start
  const { choice } = data
  const steps = isOfFile(start, data)
    ? sayNextSteps(relative(process.cwd(), file), diagnostics, config.file === undefined)
    : []
  for (const sentence of steps) console.log(sentence)
  if (choice.replaced !== undefined) console.log(sayReplaced(basename(file), choice.replaced))
  if (choice.inPlaceOfFile !== undefined) console.log(sayKept(basename(file), choice.inPlaceOfFile))
}

/** Makes the clock of this start. A moment that the clocks skip counts as the same time after the gap. */
function clockOf({ simulated }: Config, timeZone: string): Clock {
  if (simulated === undefined) return systemClock
  return simulatedClock(Date.parse(readMoment(simulated.start, timeZone) ?? simulated.start), simulated.speed)
}

async function openStorage(
  config: Config,
  { given, isNamed, directory, clock }: Start,
  listeners: Pick<StorageOptions, 'onTightened' | 'onFailed' | 'onTrouble' | 'slow'>,
): Promise<Pick<OpenData, 'storage' | 'choice'>> {
  let choice: DocumentChoice = { running: given }
  const now = createTimestamps(clock)
  const open = (deletes: readonly string[]): Promise<Storage> =>
    openSqliteStorage({
      directory,
      choose: async (stored) => {
        choice = await chooseDocument(given, { isNamed, keepsNewer: config.watch && !config.force }, stored)
        const { running, source, widened } = choice
        return { model: running.model, revision: running.revision, source, widened, deletes }
      },
      now,
      reserveBytes: RESERVE_BYTES,
      ...listeners,
    })
  try {
    return { storage: await openOrDelete(open, config.deletes, () => createDataBackup(directory)(now())), choice }
  } catch (error) {
    if (error instanceof NoBackup) throw new StartRefused(`${error.message} Nothing was deleted.`)
    if (!(error instanceof StorageRefused)) throw error
    throw new StartRefused([error.message, ...printConflicts(error.conflicts)].join('\n'))
  }
}

/** Deletes what the command line names only where the data stands against the document, and after a backup. */
async function openOrDelete(
  open: (deletes: readonly string[]) => Promise<Storage>,
  deletes: readonly string[],
  backUp: () => Promise<string>,
): Promise<Storage> {
  try {
    return await open([])
  } catch (error) {
    const isConfirmed =
      error instanceof StorageRefused &&
      error.conflicts.length > 0 &&
      error.conflicts.every((conflict) => conflict.deletes !== undefined && deletes.includes(conflict.deletes))
    if (!isConfirmed) throw error
  }
  console.log(`A backup from before the deletion is in ${await backUp()} of the data directory.`)
  return open(deletes)
}

function sayReplaced(file: string, { revision, at }: DocumentRevision): string {
  return `${file} replaced revision ${revision} (published in the browser, ${at}), which can be restored under /studio/revisions.`
}

/** Somebody who edits the file looks for what they wrote. */
function sayKept(file: string, { revision, at, isBesideFile }: NonNullable<DocumentChoice['inPlaceOfFile']>): string {
  const running = `Revision ${revision}, published in the browser at ${at}, is running.`
  return isBesideFile
    ? `${running} ${file} has changed too but is not based on it, so it is ignored. Compare and publish it under /studio, or start again with --force.`
    : `${running} ${file} is older and is ignored until you change it.`
}

/** Enough to delete some thousand records; what they free is used again. */
const RESERVE_BYTES = 4_000_000

function noteTrouble(log: Logger, trouble: StorageTrouble | undefined): void {
  if (trouble === undefined) log.warn('the disk has free space again: writes are accepted')
  else if (trouble.kind === 'disk_full')
    log.error({ detail: trouble.detail }, 'the disk is full: only deletions are accepted until there is free space')
  else
    log.error(
      { detail: trouble.detail },
      'the database is damaged: writes are refused, reads still work. Stop the server and restore a backup into an empty directory',
    )
}

/** Resolves when the server listens. */
function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (sentence: string) => reject(new StartRefused(sentence))
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        refuse(`Port ${port} is in use. Choose another one: npm start -- --port ${port + 1}`)
      else if (error.code === 'EACCES') refuse(`This account may not use port ${port}.`)
      else refuse(`Can't listen on ${host}:${port} (${error.code ?? error.message}).`)
    })
    server.listen(port, host, () => resolve())
  })
}

async function greet(
  dependencies: AppDependencies,
  server: Server,
  { host, publicUrl }: Config,
  sample: SamplePreparation,
): Promise<void> {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url =
    publicUrl ??
    `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
  const { model, file } = dependencies.current.running
  console.log(`${model.name} (${file}) runs at ${url}`)
  for (const sentence of missingSettings(model, dependencies.providers ?? new Map())) console.log(sentence)
  const first = await inviteFirst(dependencies, new Date(dependencies.clock.now()).toISOString())
  if (sample.kind === 'there') {
    const { password } = sample
    const which =
      password.kind === 'published'
        ? `the password "${password.text}"`
        : 'the password that was shown at the first start,'
    console.log(`\nSign in with ${which} as`)
    for (const { email, is } of sample.people) console.log(`  ${email.padEnd(34)} ${is}`)
  }
  if (sample.kind === 'held back')
    console.log(
      'The sample data is not loaded, because other machines can reach this server. Start with --sample to load it anyway.',
    )
  if (first !== undefined) console.log(`Open this link once to become administrator: ${url}${first.path}`)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
