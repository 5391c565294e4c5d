// Serves a document: compiles it, opens its data, listens, and stops in order when asked.
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { flushCompileCache } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { AppDependencies } from './app.ts'
import { createApp } from './app.ts'
import { expressMessages } from './web/express-messages.ts'
import { createProcessorTime } from './api/request/processor-time.ts'
import { followAccounts } from './auth/follow-accounts.ts'
import { chargeBackground } from './auth/rate-limit/usage-budget.ts'
import { inviteFirst } from './auth/sign-up/invitations.ts'
import { shareNewAccounts } from './auth/rate-limit/new-accounts.ts'
import { openKnownNetworks } from './auth/rate-limit/known-networks.ts'
import { createPasswords } from './auth/methods/password/password-hash.ts'
import { missingSettings } from './auth/methods/provider/provider.ts'
import type { Config } from './config.ts'
import { CurrentDocument } from './document/current-document.ts'
import { sayChoice } from './document/say-choice.ts'
import { createDataBackup } from './backup/data-backup.ts'
import { createExampleRunner } from './sandbox/example-runner.ts'
import { createDocumentPlanner } from './plan/document-planner.ts'
import type { ServedTrials } from './try/trials.ts'
import { createTrials } from './try/trials.ts'
import { createVerifications } from './verify/verifications.ts'
import type { Verifications } from '#shared/protocol/verification.ts'
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
import type { OpenData } from './open-data.ts'
import { isOfFile, openData } from './open-data.ts'
import type { Start } from './read-start.ts'
import { readStart, StartRefused } from './read-start.ts'
import { ROOT } from './root.ts'
import { sayNextSteps } from './say-next-steps.ts'
import { offeredSample, prepareSample } from './prepare-sample.ts'
import type { SamplePreparation } from './prepare-sample.ts'
import { answerExpectations } from './web/answer-expectations.ts'
import { limitConnections } from './web/connection-limit.ts'
import { stopServer } from './stop-server.ts'
import { stopWhenAsked } from './stop-when-asked.ts'

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

interface ServingDependencies extends AppDependencies {
  readonly outbox: ReturnType<typeof createOutbox> | undefined
  readonly trials: ServedTrials
  readonly verifications: Verifications
  /** Aborted once it was asked to stop. */
  readonly leaving: AbortController
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
  const leaving = new AbortController()
  const place = config.database === undefined ? start.directory : { database: config.database }
  const current = new CurrentDocument(choice.running, storage.number)
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
    extraAssets: config.extraAssets,
    leaving,
    isLeaving: () => leaving.signal.aborted,
    documentDirectory: isNamed ? dirname(resolve(file)) : undefined,
    publicUrl: config.publicUrl,
    imports: createWorkProgress(),
    undos: createWorkProgress(),
    trustedProxies: config.trustedProxies,
    mail: outbox,
    outbox,
    providers: config.providers,
    watch,
    followedFile: () => watch.document?.state(),
    runExamples: createExampleRunner(),
    planDocument: createDocumentPlanner(place, current),
    backUpData: config.database === undefined ? createDataBackup(start.directory) : undefined,
    verifications: createVerifications({ current, storage, clock, log }),
    trials: createTrials({
      directory: start.directory,
      place,
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
  const timersRevised = await keepTimersRevised(recordsDependencies)
  const deliverWebhook = config.simulated ? keepHere : createWebhookDelivery({ ...config.webhooks, clock })
  const runInBackground = chargeBackground(budgets, dependencies.processorTime, elapsed)
  const { outbox } = dependencies
  const runner = createJobs({ ...recordsDependencies, outbox, deliverWebhook, runInBackground }, log)
  await planCleanUp(dependencies).catch((error: unknown) =>
    log.error({ err: error }, 'the clean-up could not be scheduled'),
  )
  let greeting = Promise.resolve()
  // Before it listens: from then on a signal may come.
  stopWhenAsked(log, starters, async (hurry) => {
    dependencies.leaving.abort()
    await setTimeout(config.drainSeconds * 1_000, undefined, { signal: hurry }).catch(() => {})
    await Promise.all([dependencies.trials.close(), dependencies.verifications.close()])
    await Promise.all([stopServer(server), runner.stop(), greeting])
    dependencies.watch.document?.stop()
    await timersRevised()
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
  for (const sentence of sayChoice(basename(file), choice)) console.log(sentence)
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
  { host, publicUrl, database }: Config,
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
  const now = new Date(dependencies.clock.now()).toISOString()
  const first = await inviteFirst(dependencies, now, database === undefined ? undefined : dependencies.keyring)
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
