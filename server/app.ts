// Assembles the Express application: the API, then assets and pages, then the 404 page. It does not listen.
import express from 'express'
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express'
import type { Verifications } from '#shared/protocol/verification.ts'
import { TRIAL_PATH } from '#shared/protocol/trial.ts'
import type { PlanDocument } from '#shared/protocol/plan.ts'
import type { BackUpData } from './document/back-up-data.ts'
import type { SamplePeople } from '#shared/protocol/session.ts'
import type { Clock } from './clock.ts'
import { followAccounts } from './auth/follow-accounts.ts'
import { createRateLimiter } from './auth/rate-limit/rate-limiter.ts'
import type { Budgets } from './auth/rate-limit/usage-budget.ts'
import { createChallenges } from './auth/methods/passkey/passkey-challenges.ts'
import type { KnownNetworks } from './auth/rate-limit/known-networks.ts'
import type { Passwords } from './auth/methods/password/password-hash.ts'
import type { Providers } from './auth/methods/provider/provider.ts'
import type { Keyring } from './auth/secrets/keyring.ts'
import { createUploadsUnderWay } from './api/files/uploads-under-way.ts'
import { createAddressReader } from './api/request/client-address.ts'
import type { ApiHandler } from './api/handle-request.ts'
import { createApiHandler } from './api/handle-request.ts'
import type { ApiDependencies, Log } from './api/request/request-context.ts'
import type { ProcessorTime } from './api/request/processor-time.ts'
import { createPageData } from './api/page-data.ts'
import { createRequestIds } from './api/request/request-id.ts'
import { createWithinTime } from './api/request/within-time.ts'
import { FIXED_ROUTES, matchRoute } from './api/router.ts'
import type { TimeLimits } from './api/routes/time-limits.ts'
import { TIME_LIMITS } from './api/routes/time-limits.ts'
import type { CurrentDocument } from './document/current-document.ts'
import type { FollowedFile } from './document/synchronized-file.ts'
import { createRefusalAudit } from './records/audit/audit-refusals.ts'
import type { PictureDecoder } from './records/pictures/picture-process.ts'
import { createPictureDecoder } from './records/pictures/picture-process.ts'
import type { WorkProgress } from './records/background/work-progress.ts'
import type { UndoTally } from './records/changes/background/undo-row.ts'
import type { ImportTally } from './records/import/import-tally.ts'
import type { Mail } from './records/mail/mail.ts'
import { createIdempotency } from './records/write/idempotency.ts'
import { storageRefusal } from './records/write/write-error.ts'
import type { ExampleRunner } from './sandbox/example-runner.ts'
import { createExampleRunner } from './sandbox/example-runner.ts'
import type { Storage } from './storage/storage.ts'
import { handleTrialRequest } from './try/handle-trial-request.ts'
import type { ServedTrials } from './try/trials.ts'
import { createBodyDeadlines } from './web/body-deadlines.ts'
import { readBuiltClient } from './web/built-client.ts'
import { createRefusalLog } from './web/refusal-log.ts'
import { sendErrorResponse, sendUnavailable } from './web/error-response.ts'
import { requireOneHost } from './web/host-header.ts'
import { createSite } from './web/site.ts'

export interface AppDependencies {
  readonly storage: Storage
  readonly current: CurrentDocument
  readonly clock: Clock
  /** Milliseconds of a clock that only goes forward, for windows of limits; the process's own if none is given. */
  readonly elapsed?: (() => number) | undefined
  /** A new id of that moment. */
  readonly newId: (now: string) => string
  readonly passwords: Passwords
  readonly keyring: Keyring
  readonly knownNetworks: KnownNetworks
  readonly log: Log
  /**
   * Budgets that record each person's and address's use of the process. The code that opens the storage adds the use
   * of the reading threads.
   */
  readonly budgets: Budgets
  /** Measures requests and work in the background: the runner of jobs has the same. */
  readonly processorTime: ProcessorTime
  /** Folder of the built client; without it pages are bare, and the API works all the same. */
  readonly clientDirectory: string
  /** Folder of other builds' assets, which are served beside the own ones. */
  readonly extraAssets?: string | undefined
  /** Is it to stop, and to be sent nothing more? */
  readonly isLeaving?: (() => boolean) | undefined
  /** Folder of the document, where its logo lies; absent: there is no file. */
  readonly documentDirectory?: string | undefined
  readonly publicUrl: string | undefined
  /** How many proxies of the owner's stand in front. */
  readonly trustedProxies: number
  /** How far imports and undos in the background are: the runner of jobs has the same. */
  readonly imports: WorkProgress<ImportTally>
  readonly undos: WorkProgress<UndoTally>
  /** Undefined: nothing can be sent. */
  readonly mail?: Mail | undefined
  /** Offered by the sign-in page of a demonstration. */
  readonly sample?: SamplePeople | undefined
  /** How long requests may take, where their routes declare nothing else; those of the product if it says nothing. */
  readonly timeLimits?: TimeLimits
  /** One that starts processes of its own if it says nothing. */
  readonly pictures?: PictureDecoder | undefined
  /** Says what a followed file holds that was not published; absent: none is followed. */
  readonly followedFile?: (() => FollowedFile | undefined) | undefined
  /** Runs the examples of a document; in threads of its own if it says nothing. */
  readonly runExamples?: ExampleRunner | undefined
  /** Plans a publication; absent: there is no data directory. */
  readonly planDocument?: PlanDocument | undefined
  /** Backs up the data before a publication deletes some of it; absent: there is no data directory. */
  readonly backUpData?: BackUpData | undefined
  /** Runs drafts in sandboxes; absent: there is no data directory, or this is such a sandbox. */
  readonly trials?: ServedTrials | undefined
  /** Verifies the document in force; absent: this is a sandbox. */
  readonly verifications?: Verifications | undefined
  /** The path below which a sandbox stands; absent: this is the application itself. */
  readonly basePath?: string | undefined
  /** Undefined: nobody signs in by a provider. */
  readonly providers?: Providers | undefined
}

export function createApp(dependencies: AppDependencies): Express {
  const nextRequestId = createRequestIds()
  const elapsed = dependencies.elapsed ?? (() => performance.now())
  const timeLimits = dependencies.timeLimits ?? TIME_LIMITS
  const requestLimiter = createRateLimiter(elapsed)
  const bodyDeadlines = createBodyDeadlines(timeLimits.body)
  const shared: ApiDependencies = {
    ...dependencies,
    elapsed,
    timeLimits,
    withinTime: createWithinTime(),
    bodyDeadlines,
    people: followAccounts(dependencies),
    nextRequestId,
    matchRoute,
    fixedRoutes: FIXED_ROUTES,
    addressOf: createAddressReader(dependencies.trustedProxies, dependencies.log),
    logRefusal: createRefusalLog(dependencies.log),
    requestLimiter,
    rateLimiter: dependencies.storage.shared?.rateLimiter ?? requestLimiter,
    challenges: createChallenges(dependencies),
    idempotency: createIdempotency(dependencies),
    refusalAudit: createRefusalAudit(dependencies),
    uploads: createUploadsUnderWay(),
    runExamples: dependencies.runExamples ?? createExampleRunner(),
    pictures: dependencies.pictures ?? createPictureDecoder(),
  }
  const client = readBuiltClient(dependencies.clientDirectory)
  const app = createLeanExpress()
  app.use(requireOneHost(() => dependencies.current.running.model.settings.language))
  app.use((request, _response, next) => {
    bodyDeadlines.watch(request)
    next()
  })
  app.use('/api', mountApi(createApiHandler(shared)))
  const { trials } = dependencies
  if (trials !== undefined) app.use(TRIAL_PATH, handleTrialRequest({ ...shared, trials }))
  app.use(createSite({ ...shared, client, readPageData: createPageData(shared) }))
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const { language } = dependencies.current.running.model.settings
    const wait = storageRefusal(error)?.details.retryAfter
    if (wait !== undefined) return sendUnavailable(response, wait, language)
    dependencies.log.error({ err: error, method: request.method, path: request.path }, 'request failed')
    sendErrorResponse(response, language)
  })
  return app
}

/** Creates an Express application without what the API and the pages do themselves: queries, entity tags, its header. */
function createLeanExpress(): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  // `/API` is a page that does not exist, not a call.
  app.enable('case sensitive routing')
  return app
}

/** Gives the API the address as it was asked for: Express cuts the path at which a handler is mounted. */
function mountApi(api: ApiHandler): RequestHandler {
  return (request, response) => {
    request.url = request.originalUrl
    return api(request, response)
  }
}
