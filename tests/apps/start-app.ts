// Starts the application of a document for a test over HTTP: people by role, a clock that stands still unless it is moved.
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import request from 'supertest'
import { compile } from '../../shared/compile.ts'
import type { Model } from '../../shared/model/model.ts'
import { systemActor } from '../../shared/policy/actor.ts'
import { printDiagnostics } from '../../shared/diagnostics/code-frame.ts'
import { lineIndex } from '../../shared/text/position.ts'
import type { ProcessorTime } from '../../server/api/request/processor-time.ts'
import { createProcessorTime } from '../../server/api/request/processor-time.ts'
import { createApp } from '../../server/app.ts'
import { createAccount, createSession } from '../helpers/create-account.ts'
import { freePort } from '../crash/server-process.ts'
import { callerWith, joinApps } from './join-apps.ts'
import { copyPreparedData } from './prepared-data.ts'
import type { Budget } from '../../server/auth/rate-limit/usage-budget.ts'
import { chargeBackground, chargeReading, createBudgets, NO_BOUND } from '../../server/auth/rate-limit/usage-budget.ts'
import { shareNewAccounts } from '../../server/auth/rate-limit/new-accounts.ts'
import { openKnownNetworks } from '../../server/auth/rate-limit/known-networks.ts'
import { createPasswords } from '../../server/auth/methods/password/password-hash.ts'
import type { Providers } from '../../server/auth/methods/provider/provider.ts'
import type { GivenKeys } from '../../server/auth/secrets/open-keyring.ts'
import { openKeyring } from '../../server/auth/secrets/open-keyring.ts'
import { chooseDocument } from '../../server/document/choose-document.ts'
import { CurrentDocument, runDocument } from '../../server/document/current-document.ts'
import type { FollowedFile } from '../../server/document/synchronized-file.ts'
import { createDataBackup } from '../../server/backup/data-backup.ts'
import type { ExampleRunner } from '../../server/sandbox/example-runner.ts'
import { createDocumentPlanner } from '../../server/plan/document-planner.ts'
import type { TrialLimits } from '../../server/try/trials.ts'
import { createTrials } from '../../server/try/trials.ts'
import { createVerifications } from '../../server/verify/verifications.ts'
import { createOutbox } from '../../server/jobs/outbox.ts'
import { createWorkProgress } from '../../server/records/background/work-progress.ts'
import type { UndoTally } from '../../server/records/changes/background/undo-row.ts'
import type { ImportTally } from '../../server/records/import/import-tally.ts'
import { createJobs } from '../../server/jobs/create-jobs.ts'
import type { Runner } from '../../server/jobs/runner.ts'
import { keepTimersRevised } from '../../server/jobs/timer-jobs.ts'
import type { WebhookDeliveryOptions } from '../../server/jobs/webhook-delivery.ts'
import { createWebhookDelivery } from '../../server/jobs/webhook-delivery.ts'
import { followAccounts } from '../../server/auth/follow-accounts.ts'
import { answerExpectations } from '../../server/web/answer-expectations.ts'
import { limitConnections } from '../../server/web/connection-limit.ts'
import { simulatedClock, systemClock } from '../../server/clock.ts'
import type { DeliverMessage } from '../../server/jobs/smtp-delivery.ts'
import { createIds } from '../../server/records/new-id.ts'
import { runInTransaction } from '../../server/records/write/unit-of-work.ts'
import { runCreate } from '../../server/records/write/run-create.ts'
import { entityNamed } from '../../server/policy/policy.ts'
import type { PictureDecoder } from '../../server/records/pictures/picture-process.ts'
import type { Mail } from '../../server/records/mail/mail.ts'
import type { SlowThreadOptions } from '../../server/storage/sqlite/slow/slow-queries.ts'
import type { DocumentToOpen } from '../../server/storage/handle/create-storage.ts'
import type { Storage } from '../../server/storage/storage.ts'
import type { StoredRevisions } from '../../server/storage/document-revision.ts'
import { forwardOnly } from '../helpers/forward-only.ts'
import { ON_POSTGRES, openData, placeOf, removeData } from '../postgres/open-data.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite-storage.ts'

type Agent = ReturnType<typeof request>

/** A person who calls the API with a token. */
export interface Caller {
  readonly id: string
  readonly token: string
  get(path: string): request.Test
  post(path: string, body?: object): request.Test
  patch(path: string, body?: object): request.Test
  put(path: string, body?: object): request.Test
  delete(path: string): request.Test
}

export interface Logged {
  readonly level: 'warn' | 'info'
  readonly message: string
  readonly [field: string]: unknown
}

export interface TestApp {
  readonly server: Server
  readonly directory: string
  /** Milliseconds since 1970; what the application takes for now. */
  clock: { now: number }
  readonly dependencies: Parameters<typeof createApp>[0]
  /** A caller with these roles; the same roles and name give the same person. */
  as(roles: string, name?: string): Promise<Caller>
  /** Returns the same person with another token. */
  with(person: Caller, token: string): Caller
  /** A run of it does what is due (letters leave where `deliver` was given); what it noted stands in `noted`. */
  readonly runner: Runner
  readonly noted: readonly string[]
  /** Resolves when the timers are those of the document in force. */
  timersRevised(): Promise<void>
  /** Entries that were logged at the levels warn and info. */
  readonly logged: readonly Logged[]
  /** Without an account. */
  readonly anyone: Agent
  /** Stops, and leaves its data. */
  close(): Promise<void>
  /** Stops, and starts again on the same data. */
  restart(): Promise<TestApp>
  stop(): Promise<void>
}

/** `npm run test:retries`: every command is run, undone and run again. */
export const RUN_TWICE = process.env['VERBATIM_RETRIES'] === '1'

const BUILT_CLIENT = fileURLToPath(new URL('../../client/dist', import.meta.url))

/** Cheap hashing: tests are about who may sign in, not about how long it takes to guess. */
const passwords = createPasswords({ memory: 8, passes: 1 })

export interface StartOptions {
  readonly mail?: Mail
  readonly publicUrl?: string
  readonly trustedProxies?: number
  readonly providers?: Providers
  /** Letters go into the outbox, and leave by this when the test says so. In place of `mail`. */
  readonly deliver?: DeliverMessage
  /** Webhooks leave when the test says so; without it they wait. */
  readonly webhooks?: Omit<WebhookDeliveryOptions, 'clock'>
  readonly keys?: GivenKeys
  /** Limits what one person may use in a minute, on a clock that may stand still. If absent, there is no limit. */
  readonly budget?: Budget
  /** Measures processor time in place of the machine's. */
  readonly processorTime?: ProcessorTime
  /** Serves the built client, under the true clock: browsers have their own. */
  readonly client?: boolean
  /** Beside `client`: begins at this moment (RFC 3339), as `--clock` does. */
  readonly simulated?: string | undefined
  /** The decoder of pictures, in place of one that starts processes. */
  readonly pictures?: PictureDecoder
  /** How many one network may hold open; without bound if it says nothing. */
  readonly connections?: number
  /** How long slow readings may take. */
  readonly slow?: SlowThreadOptions
  /** Runs examples, in place of the product's runner. */
  readonly runExamples?: ExampleRunner
  /** The limits of trials that differ from those of the product. */
  readonly trials?: Partial<TrialLimits>
  /** The file beside which the sample of trials lies. */
  readonly sampleOf?: string
  /** The text of a watched file that was not published. */
  readonly followedFile?: () => FollowedFile | undefined
  /** Opens the storage, in place of one in the directory. */
  readonly openStorage?: (start: DocumentToOpen & { readonly now: () => string }) => Promise<Storage>
  /** Every command is run, undone and run again, as in `npm run test:retries`. */
  readonly runTwice?: boolean
  /** How many applications there are on one database, to which requests go in turn. */
  readonly processes?: number
}

/** `npm run test:fleet`. */
const PROCESSES = Number(process.env['VERBATIM_PROCESSES'] ?? 1)
const SHARED_KEY = randomBytes(32).toString('base64')

export async function startApp(text: string, given?: string, options: StartOptions = {}): Promise<TestApp> {
  const { processes = PROCESSES, trustedProxies = 0 } = options
  if (processes === 1) return startOne(text, given, options)
  // A browser of the tests is on this machine, where the password of a sample is good.
  const forwards = options.client !== true
  const port = await freePort()
  // Behind a balancer an owner says its address, to which passkeys of a browser are bound.
  const address = forwards ? {} : { publicUrl: `http://localhost:${port}` }
  const shared = { keys: { secretKey: SHARED_KEY }, ...address }
  const behind = { ...shared, ...options, trustedProxies: trustedProxies + (forwards ? 1 : 0) }
  const first = await startOne(text, given, behind)
  const others = Array.from({ length: processes - 1 }, () => startOne(text, first.directory, behind, first.clock))
  const joined = await joinApps([first, ...(await Promise.all(others))], { forwards, port })
  return { ...joined, restart: () => joined.close().then(() => startApp(text, first.directory, options)) }
}

async function startOne(
  text: string,
  given: string | undefined,
  options: StartOptions,
  shared?: TestApp['clock'],
): Promise<TestApp> {
  let running = runDocument('test.md', text, modelOf(text))
  const isClient = options.client === true
  const clock = shared ?? { now: isClient ? Date.now() : Date.parse('2026-11-21T10:00:00.000Z') }
  const { simulated } = options
  const clientClock = simulated === undefined ? systemClock : simulatedClock(Date.parse(simulated), 1)
  const moment = isClient ? clientClock.now : () => clock.now
  const now = (): string => new Date(moment()).toISOString()
  const budgets = createBudgets(options.budget ?? NO_BOUND)
  const elapsed = forwardOnly(moment)
  const runTwice = options.runTwice ?? RUN_TWICE
  const slow = { onSpent: chargeReading(budgets, elapsed), ...options.slow }
  const choose = async (stored: StoredRevisions) => {
    const choice = await chooseDocument(running, { isNamed: true }, stored)
    running = choice.running
    return { model: running.model, revision: running.revision, source: choice.source, widened: choice.widened }
  }
  // What a browser sees has the true clock, and its tables are as old as its start. PostgreSQL has a template of its own.
  const isFresh = isClient || options.openStorage !== undefined || ON_POSTGRES
  const directory = given ?? (isFresh ? freshDirectory() : await directoryFor(text, choose, now))
  const storage = await (options.openStorage?.({ choose, now }) ?? openData({ directory, choose, now, slow, runTwice }))
  const place = options.openStorage === undefined ? await placeOf(directory) : directory
  const logged: Logged[] = []
  const keep = (level: Logged['level']) => (fields: object, message: string) =>
    void logged.push({ level, message, ...fields })
  const keyring = await openKeyring(storage, directory, options.keys ?? {}, (sentence) =>
    keep('warn')({}, sentence),
  ).catch(async (error: unknown) => {
    await storage.close()
    throw error
  })
  const failures: unknown[] = []
  const log = { error: (fields: object) => failures.push(fields), warn: keep('warn'), info: keep('info') }
  const noted: string[] = []
  const note = (fields: object, message: string) => noted.push(`${JSON.stringify(fields)} ${message}`)
  const newId = createIds(await storage.database.newestId())
  const timing = { clock: isClient ? clientClock : { ...systemClock, now: moment }, elapsed, newId }
  const outbox = options.deliver && createOutbox({ keyring, deliver: options.deliver, ...timing, log: { error: note } })
  const current = new CurrentDocument(running, storage.number)
  const dependencies = {
    storage,
    current,
    ...timing,
    passwords,
    keyring,
    knownNetworks: await openKnownNetworks(storage),
    log,
    budgets,
    processorTime: options.processorTime ?? createProcessorTime(),
    clientDirectory: isClient ? BUILT_CLIENT : join(directory, 'no-client'),
    publicUrl: options.publicUrl,
    trustedProxies: options.trustedProxies ?? 0,
    imports: createWorkProgress<ImportTally>(),
    undos: createWorkProgress<UndoTally>(),
    mail: outbox ?? options.mail,
    providers: options.providers,
    pictures: options.pictures,
    followedFile: options.followedFile,
    planDocument: createDocumentPlanner(place, current),
    runExamples: options.runExamples,
    backUpData: ON_POSTGRES ? undefined : createDataBackup(directory),
    verifications: createVerifications({ current, storage, clock: timing.clock, log }),
    trials: createTrials({
      directory,
      place,
      storage,
      current,
      clock: timing.clock,
      log,
      clientDirectory: isClient ? BUILT_CLIENT : join(directory, 'no-client'),
      sampleOf: options.sampleOf,
      limits: options.trials ?? {},
    }),
  }
  await shareNewAccounts(dependencies, storage, moment())
  const timed = { ...dependencies, people: followAccounts(dependencies) }
  const timersRevised = await keepTimersRevised(timed)
  const deliverWebhook = options.webhooks && createWebhookDelivery({ ...options.webhooks, clock: timing.clock })
  const runInBackground = chargeBackground(budgets, dependencies.processorTime, elapsed)
  const runner = createJobs({ ...timed, log: { error: note }, outbox, deliverWebhook, runInBackground }, log)
  // As in the product: Node would end a connection that is idle for five seconds, while a busy test sends on it.
  const server = createServer({ keepAliveTimeout: 65_000 }, createApp(dependencies))
  answerExpectations(server)
  limitConnections(server, { most: options.connections ?? Infinity, trustedProxies: 0, log })
  await new Promise<void>((resolve) => server.listen(0, isClient ? 'localhost' : '127.0.0.1', resolve))
  const people = new Map<string, Promise<Caller>>()

  async function makeCaller(roles: string, name: string): Promise<Caller> {
    const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.com`
    const given = roles === '' ? [] : roles.split(', ')
    const { id } = await runInTransaction(dependencies, { actor: systemActor, now: now() }, {}, (context) =>
      runCreate(context, 'document', entityNamed(context.running.model, 'Person'), {
        name,
        email,
        roles: given,
        active: true,
      }),
    )
    await createAccount(dependencies, id, email, await passwords.hash(`password of ${name}`), now())
    return callerWith(server, id, await createSession(dependencies, id, now()))
  }

  async function close(): Promise<void> {
    await runner.stop()
    await Promise.all([dependencies.trials.close(), dependencies.verifications.close()])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await timersRevised()
    // A request that was cut off may run still, and meet the closed storage.
    const failed = failures.map((each) => describe(each))
    await storage.close()
    if (failed.length > 0) throw new Error(`The application failed inside: ${failed.join('; ')}`)
  }

  return {
    server,
    directory,
    clock,
    dependencies,
    anyone: request(server),
    runner,
    timersRevised,
    noted,
    logged,
    as(roles, name = `${roles || 'Nobody'} 1`) {
      const key = `${roles} ${name}`
      const found = people.get(key) ?? makeCaller(roles, name)
      people.set(key, found)
      return found
    },
    with: (person, token) => callerWith(server, person.id, token),
    close,
    async restart() {
      await close()
      return startOne(text, directory, options)
    },
    async stop() {
      await close()
      await removeData(directory)
    },
  }
}

const freshDirectory = (): string => mkdtempSync(join(tmpdir(), 'verbatim-'))

/** Documents that were started on an empty directory. */
const started = new Set<string>()

/**
 * Returns a directory without records for the document. The first of a document is empty; later ones have the tables
 * already, since making them is most of a start.
 */
async function directoryFor(
  text: string,
  choose: Extract<DocumentToOpen, { choose: unknown }>['choose'],
  now: () => string,
): Promise<string> {
  if (!started.has(text)) {
    started.add(text)
    return freshDirectory()
  }
  return copyPreparedData(`no records: ${text}`, async (directory) => {
    await (await openSqliteStorage({ directory, choose, now })).close()
  })
}

const models = new Map<string, Model>()

/** Returns the model of a document, which is compiled once for all tests of a process: models never change. */
function modelOf(text: string): Model {
  const found = models.get(text)
  if (found !== undefined) return found
  const { model, diagnostics } = compile(text)
  if (model === undefined) throw new Error(printDiagnostics(diagnostics, lineIndex(text), 'test.md'))
  models.set(text, model)
  return model
}

/** Returns the address at which the server listens, for callers that do not use supertest. */
export function urlOf({ server }: Pick<TestApp, 'server'>): string {
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

function describe(failure: unknown): string {
  const { err } = failure as { readonly err?: unknown }
  return err instanceof Error ? (err.stack ?? err.message) : JSON.stringify(failure)
}
