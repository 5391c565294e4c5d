// Handles every path that is neither API nor file: one page, with the status that its path deserves.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MatchedRoute } from '#shared/decisions/2-screens.ts'
import { canOpenScreen, canOpenStandardScreen, matchScreenRoute } from '#shared/decisions/2-screens.ts'
import type { Model } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import type { PageData } from '#shared/protocol/session.ts'
import type { InLanguages } from '#shared/text/language.ts'
import { languageOf } from '#shared/text/language.ts'
import type { HoleValues } from '#shared/text/phrase.ts'
import { sayPhrase } from '#shared/text/phrase.ts'
import type { RateLimiter } from '../auth/rate-limit/rate-limiter.ts'
import type { Budgets } from '../auth/rate-limit/usage-budget.ts'
import type { Caller } from '../auth/caller.ts'
import { NOBODY } from '../auth/caller.ts'
import { findCaller } from '../auth/find-caller.ts'
import { limitRequests } from '../auth/rate-limit/limit-requests.ts'
import { readShownToken } from '../auth/sessions/cookies.ts'
import { dataPageStatus } from './data-page-status.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { DocumentReplaced, errorUnder, followDocument } from '../document/follow-document.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { findFirstRows } from './find-first-rows.ts'
import { findNamedRecord } from './find-named-record.ts'
import { findRecord } from '../records/read/find-record.ts'
import { findRecords } from '../records/read/find-records.ts'
import { findHeldRoles } from '../records/access/held-roles.ts'
import { storageRefusal } from '../records/write/write-error.ts'
import { policyOf } from '../policy/policy.ts'
import { NO_ROUTE } from './access-log.ts'
import type { PageScripts } from './built-client.ts'
import { renderFirstPaint } from './first-paint.ts'
import type { HtmlPage, PageTemplate } from './html-page.ts'
import { escapeHtml, proseToHtml } from './prose-html.ts'
import type { SendingDependencies, Visit } from './send-html.ts'
import { sendHtml } from './send-html.ts'
import { canonicalAddress } from './canonical-address.ts'
import type { Actor } from '#shared/policy/actor.ts'

export interface PagesDependencies extends RecordsDependencies, SendingDependencies {
  readonly current: RecordsDependencies['current']
  readonly template: PageTemplate
  readonly pageScripts: PageScripts
  readonly readPageData: ReadPageData
  readonly publicUrl: string | undefined
  readonly requestLimiter: RateLimiter
  readonly budgets: Budgets
  readonly elapsed: () => number
}

/** JSON by name, as the API answers this caller; undefined where it refuses. */
export type ReadPageData = (visit: {
  readonly request: IncomingMessage
  readonly caller: Caller
  readonly running: RunningDocument
  /** RFC 3339. */
  readonly now: string
}) => Promise<Readonly<Record<PageData, string>> | undefined>

export async function handlePage(
  dependencies: PagesDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const visit: Visit = { request, response, startedAt: performance.now(), caller: NOBODY }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    sendPage(dependencies, visit, 405, saySentence(dependencies, METHOD_REFUSED, { method: request.method ?? '' }))
    return
  }
  const began = dependencies.current.running
  try {
    await answerVisit(dependencies, visit)
  } catch (thrown) {
    const error = storageRefusal(thrown) === undefined ? await errorUnder(dependencies, began, thrown) : thrown
    // Nothing of it was sent.
    if (!(error instanceof DocumentReplaced) || response.headersSent) throw error
    await answerVisit(dependencies, visit)
  }
}

async function answerVisit(dependencies: PagesDependencies, visit: Visit): Promise<void> {
  const { request, response } = visit
  const now = new Date(dependencies.clock.now()).toISOString()
  const credentials = readShownToken(request, dependencies.publicUrl)
  const caller =
    credentials === undefined || credentials === 'malformed'
      ? undefined
      : await findCaller(dependencies, credentials, now)
  if (caller === undefined) await followDocument(dependencies, await dependencies.storage.database.revisionInForce())
  const { running } = dependencies.current
  const { model } = running
  const { actor, enrolling } = (visit.caller = caller ?? NOBODY)
  const asked = request.url ?? '/'
  const meant = canonicalAddress(asked)
  const url = meant ?? asked
  const path = pathOf(url)
  const wait = await waitFor(dependencies, request, visit.caller, path)
  if (wait !== undefined) {
    response.setHeader('Retry-After', String(wait))
    sendPage(dependencies, visit, 429, saySentence(dependencies, TOO_MANY))
    return
  }
  // A person who still lacks the second factor sets it up there, and gets nothing else.
  const { status, record, rows, standard } =
    enrolling !== undefined && path === '/account' ? OPEN : await findPage(dependencies, running, actor, url, now)
  if (meant !== undefined && status === 200) {
    response.setHeader('Location', meant)
    sendPage(dependencies, visit, 308, `<p><a href="${escapeHtml(meant)}">${escapeHtml(meant)}</a></p>`)
    return
  }
  const body =
    status === 404
      ? notFoundProse(running)
      : `<h1>${escapeHtml(model.name)}</h1>${saySentence(dependencies, NEEDS_SCRIPTS)}`
  const data = await dependencies.readPageData({ request, caller: visit.caller, running, now })
  // What there is but not for this caller looks like what there is not.
  const route = status === 200 ? (standard ?? matchScreenRoute(model, path)) : undefined
  const scripts = scriptsFor(dependencies, route)
  const first = enrolling === undefined ? { first: renderFirstPaint(model, route, { record, rows }) } : {}
  sendPage(dependencies, visit, status, body, { data, scripts, ...first })
}

/** Finds the scripts of a page: of a screen by its kind, of a standard page by its path. */
function scriptsFor({ pageScripts }: PagesDependencies, route: MatchedRoute | undefined): readonly string[] {
  const name = route?.kind === 'screen' ? `${route.screen.shows.kind}-screen` : (route?.path.slice(1) ?? '')
  return pageScripts.get(name) ?? []
}

/** Seconds, where the rate of requests is used up. Pages of screens look into the data, and count as calls do. */
async function waitFor(
  dependencies: PagesDependencies,
  request: IncomingMessage,
  caller: Caller,
  path: string,
): Promise<number | undefined> {
  if (matchScreenRoute(dependencies.current.running.model, path)?.kind !== 'screen') return undefined
  return await limitRequests(dependencies, caller, dependencies.addressOf(request))
}

interface FoundPage {
  readonly status: 200 | 404
  /** Record of a record screen as JSON, with only the fields that the reader may read. */
  readonly record?: string
  /** Titles of the first rows of a list. */
  readonly rows?: readonly string[]
  /** The standard page that stands there in place of the document's screen. */
  readonly standard?: MatchedRoute & { readonly kind: 'standard' }
}

const OPEN: FoundPage = { status: 200 }
const MISSING: FoundPage = { status: 404 }
/** The start, which leads everybody to the first screen that they may open. */
const START: FoundPage = { status: 200, standard: { kind: 'standard', path: '/' } }

/** 200 where something stands for this reader, else 404: the path of a hidden record is as unknown as an invented one. */
async function findPage(
  dependencies: PagesDependencies,
  running: RunningDocument,
  actor: Actor,
  url: string,
  now: string,
): Promise<FoundPage> {
  const path = pathOf(url)
  const route = matchScreenRoute(running.model, path)
  if (route === undefined)
    return (await dataPageStatus(dependencies, running, { actor, now }, path)) === 200 ? OPEN : MISSING
  if (route.kind === 'standard') return canOpenStandardScreen(running.model, actor, route.path) ? OPEN : MISSING
  const { screen, params } = route
  if (screen.shows.kind === 'not found') return MISSING
  const held = await findHeldRoles(dependencies, { actor, now }, [screen])
  if (!canOpenScreen(screen, actor, held)) return screen.route === '/' ? START : MISSING
  if (screen.shows.kind === 'table') {
    const parameters = new URLSearchParams(url.split('?')[1] ?? '')
    const rows = await findFirstRows(dependencies, running, { actor, now }, { screen, held, parameters })
    return { status: 200, rows }
  }
  if (screen.shows.kind !== 'record') return OPEN
  const { entity, by } = screen.shows
  // A record screen without a parameter shows the one record that there is.
  if (Object.keys(params).length === 0) {
    if (policyOf(running, actor).entity(entity).read.readable.size === 0) return MISSING
    const { items } = await findRecords(dependencies, { actor, now }, entity, { limit: 1, count: false })
    return items.length === 0 ? MISSING : OPEN
  }
  const value = params[by] ?? Object.values(params)[0] ?? ''
  const isReadable = by === 'id' || policyOf(running, actor).entity(entity).read.readable.has(by)
  if (!isReadable) return MISSING
  const record =
    by === 'id'
      ? await findNamedRecord(dependencies, { actor, now }, entity, value)
      : await findRecord(dependencies, { actor, now }, entity, by, value)
  return record === undefined ? MISSING : { status: 200, record }
}

function notFoundProse({ model }: RunningDocument): string {
  const screen = isShown(model.screens)
    ? model.screens.screens.find(({ shows }) => shows.kind === 'not found')
    : undefined
  const prose = (screen?.prose ?? []).map(({ markdown }) => proseToHtml(markdown)).join('')
  const language = languageOf(model.settings.language)
  const nothing = `<p>${NOTHING_HERE[language]} <a href="/">${TO_THE_START[language]}</a></p>`
  return `<h1>${escapeHtml(screen?.name ?? NOT_FOUND[language])}</h1>${prose || nothing}`
}

/** A paragraph of HTML. */
function saySentence({ current }: PagesDependencies, says: InLanguages, values: HoleValues = {}): string {
  return `<p>${escapeHtml(sayPhrase({ says, values }, current.running.model.settings.language))}</p>`
}

const METHOD_REFUSED = { en: '{method} can’t be done here.', de: '{method} geht hier nicht.' }
const TOO_MANY = {
  en: 'There were too many requests. Please try again later.',
  de: 'Es waren zu viele Anfragen. Bitte später noch einmal versuchen.',
}
const NEEDS_SCRIPTS = { en: 'This application needs JavaScript.', de: 'Diese Anwendung braucht JavaScript.' }
const NOT_FOUND = { en: 'Not found', de: 'Nicht gefunden' }
const NOTHING_HERE = { en: 'There is nothing at this address.', de: 'Unter dieser Adresse gibt es nichts.' }
const TO_THE_START = { en: 'Go to the start.', de: 'Zur Startseite.' }

function sendPage(
  dependencies: PagesDependencies,
  visit: Visit,
  status: number,
  body: string,
  more: Pick<HtmlPage, 'first' | 'scripts' | 'data'> = {},
): void {
  const { model } = dependencies.current.running
  const page = dependencies.template.render({
    status,
    title: model.name,
    description: describe(model),
    language: model.settings.language,
    body,
    ...more,
  })
  const route = (): string => pageRouteOf(model, pathOf(visit.request.url ?? '/'))
  sendHtml(dependencies, visit, { ...page, status, route, methods: 'GET, HEAD' })
}

/** The first sentence of the document, for those who find the page; its name where there is none. */
function describe({ introduction, name }: Model): string {
  const text = introduction[0]?.markdown
    .replaceAll(/[*_`#[\]]|\([^()]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return (text || name).slice(0, MOST_DESCRIBED)
}

const MOST_DESCRIBED = 155

/** Finds the route of a page as the document writes it: `/tasks/:id`. */
function pageRouteOf(model: Model, path: string): string {
  const route = matchScreenRoute(model, path)
  if (route === undefined) return NO_ROUTE
  return route.kind === 'standard' ? route.path : route.screen.route
}

/** Decided on only the path, as the router reads it. */
function pathOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at)
}
