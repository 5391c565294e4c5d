// Why not: a call on records is tried without effect, and its answer explained by the lines of the document.
import { makeActor } from '#shared/decisions/actor.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import { mayReadDocument } from '#shared/decisions/2-screens.ts'
import { mayReadCitations } from '#shared/decisions/project-model.ts'
import type { Entity } from '#shared/model/model.ts'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import type { Problem } from '#shared/protocol/problem.ts'
import { askerOf } from '../../auth/caller.ts'
import type { RunningDocument } from '../../document/current.ts'
import { explainReading } from '../../records/explain/reading.ts'
import type { About } from '../../records/explain/conditions.ts'
import type { WaysFound } from '../../records/explain/remedy.ts'
import { findWays, remedyForReading, withOthers } from '../../records/explain/remedy.ts'
import { stepsOf } from '../../records/explain/steps.ts'
import type { Target } from '../../records/explain/target.ts'
import type { RecordsDependencies } from '../../records/dependencies.ts'
import { isKey } from '../../records/find-record.ts'
import { isId } from '../../records/new-id.ts'
import { Refused } from '../../records/refused.ts'
import { NO_QUERY, readQuery, segmentsOf } from '../address.ts'
import { jsonAnswer } from '../answer.ts'
import { badRequest } from '../bad-request.ts'
import { objectOf, readJson } from '../body.ts'
import { entitiesByPath } from '../entity-paths.ts'
import type { ApiDependencies, Call, Exchange, Resource } from '../exchange.ts'
import { problemOf } from '../problem.ts'
import { isNamedTo, recordResource, transitionAt } from '../record-resources.ts'
import type { Resources } from '../resources.ts'
import { tryCall } from './dry-call.ts'

interface Explained {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const explainCall: Call = async (dependencies, exchange) => {
  const { running, acting } = exchange
  const { person, call } = readAsked(objectOf(await readJson(exchange.request)))
  // Whoever views as somebody else is told as the administrator that he is.
  const asker = askerOf(exchange.caller)
  const actor = await actorOf(dependencies, exchange, asker, person)
  const { storage } = dependencies
  const { target, resource, asked } = await targetOf(storage.reader, exchange, asker, call)
  const about: Exchange = { ...asked, acting: { ...acting, actor }, caller: { ...exchange.caller, actor } }
  const method = call.method === 'HEAD' ? 'GET' : call.method
  const made = Object.hasOwn(resource.calls, method) ? resource.calls[method] : undefined
  // Which methods there are would tell what begins here.
  if (made === undefined) throw badRequest('bad_request', `${method} can't be done there.`)

  const looking = { reader: storage.reader, storage, running, now: acting.now }
  const entity = target.entity.name.identifier
  const record = target.id === undefined ? undefined : await storage.reader.record(entity, target.id)
  const situation = record === undefined ? undefined : { record, old: record }
  const before: About = { looking, acting: about.acting, asker, entity, situation }
  let found: WaysFound | undefined
  const { status, refused } = await tryCall(dependencies, about, made, call.body, async (transaction, error, id) => {
    if (error.refusal.status === 404) return
    const later = await transaction.record(entity, target.id ?? id ?? '')
    const after = { ...before, looking: { ...looking, reader: transaction } }
    const written = later === undefined ? {} : { situation: { record: later, old: record ?? null } }
    found = await findWays(target, error.refusal, before, { ...after, ...written })
  })
  const mayKnow = mayReadCitations(running.model, asker)
  const answer: ExplainBody = {
    allowed: refused === undefined,
    status,
    ...(refused === undefined
      ? {}
      : {
          refusal: withoutRequest(
            problemOf(refused.refusal, refused.more, { revision: running.revision, request: '', mayKnow }),
          ),
        }),
    steps: stepsOf(running.model, target, refused?.refusal),
    ...(await remedyOf(dependencies, target, before, { status, found })),
    ...(await readingOf(target, before, refused)),
  }
  return jsonAnswer(200, answer)
}

/** Others are looked for when the writer is free again. */
async function remedyOf(
  dependencies: ApiDependencies,
  target: Target,
  before: About,
  { status, found }: { readonly status: number; readonly found: WaysFound | undefined },
): Promise<Pick<ExplainBody, 'remedy'>> {
  if ((status === 404 || target.isList === true) && before.asker.administrator) {
    const remedy = await remedyForReading(dependencies, target, before)
    return Object.keys(remedy).length === 0 ? {} : { remedy }
  }
  if (found === undefined) return {}
  const { ways, isForOthers } = found
  return { remedy: isForOthers ? await withOthers(dependencies, target, before, ways) : { ways } }
}

function readAsked({ person, call, ...others }: { readonly [name: string]: unknown }): {
  readonly person?: string | undefined
  readonly call: Explained
} {
  if (Object.keys(others).length === 0 && (person === undefined || typeof person === 'string') && isCall(call))
    return { person, call }
  throw badRequest(
    'malformed',
    'The body is { "person"?: "…", "call": { "method": "POST", "path": "/api/…", "body"?: {…} } }.',
  )
}

function isCall(value: unknown): value is Explained {
  if (typeof value !== 'object' || value === null) return false
  const { method, path, body: _, ...others } = value as { readonly [name: string]: unknown }
  return typeof method === 'string' && typeof path === 'string' && Object.keys(others).length === 0
}

/** Others are explained to administrators who read data; of anybody else it would tell what he may do. */
async function actorOf(
  { storage }: ApiDependencies,
  { running, acting }: Exchange,
  asker: Actor,
  id: string | undefined,
): Promise<Actor> {
  const { model } = running
  if (id === undefined) return acting.actor
  if (id === asker.person?.id) return asker
  if (!asker.administrator || !model.access.administratorsReadData)
    throw new Refused(refusal(model, 'not_allowed', { cites: model.access.grantsCite }))
  const person = await storage.reader.record('Person', id)
  if (person !== undefined) return makeActor(model, person)
  const errors = [{ field: 'person', code: 'not_found', message: 'There is no such person.' }]
  throw new Refused(refusal(model, 'invalid', { errors }))
}

/** What the call is about; only calls on records are explained. */
async function targetOf(
  reader: RecordsDependencies['storage']['reader'],
  exchange: Exchange,
  asker: Actor,
  { method, path, body }: Explained,
): Promise<{ readonly target: Target; readonly resource: Resource; readonly asked: Exchange }> {
  const { running } = exchange
  const at = path.indexOf('?')
  const segments = path.startsWith('/api/') ? segmentsOf(at < 0 ? path : path.slice(0, at)) : undefined
  const [first = '', second, third, ...rest] = segments ?? []
  const entity = entitiesByPath(running).get(first)
  const resource = entity === undefined || rest.length > 0 ? undefined : recordResource(running, entity, second, third)
  const isKnown = resource !== undefined && Object.keys(resource.calls).length > 0
  if (segments === undefined || entity === undefined || !isKnown || !mayName(running, entity, asker, method, segments))
    throw badRequest('not_explained', 'Calls on records can be explained: /api/tickets, /api/tickets/:id, …', {
      status: 422,
    })
  const query = at < 0 ? NO_QUERY : readQuery(path.slice(at + 1))
  const asked = { ...exchange, method: method === 'HEAD' ? 'GET' : method, path: segments, query }
  const sent = typeof body === 'object' && body !== null ? (body as { readonly [name: string]: unknown }) : {}
  const target: Target = { entity, ...doing(entity, method, second, third, sent) }
  if (second === undefined || third === undefined || !isKey(entity, second)) return { target, resource, asked }
  const named = await reader.recordBy(entity.name.identifier, second, third)
  // One that is not there is asked for by a name that no record has, and told of alike.
  return { target: { ...target, id: named?.id ?? third }, resource, asked }
}

/** Whoever may read neither of the entity nor the document learns no name of a field or transition by asking. */
function mayName(
  running: RunningDocument,
  { name }: Entity,
  asker: Actor,
  method: string,
  [, second, third]: readonly string[],
): boolean {
  const begins = third === undefined && second !== undefined && method === 'POST'
  const isName = begins || (third !== undefined && third !== 'history' && third !== 'restore')
  return !isName || mayReadDocument(running.model, asker) || isNamedTo(running, name.identifier, asker, begins)
}

const VERBS = { GET: 'read', HEAD: 'read', POST: 'create', PATCH: 'update', DELETE: 'delete' } as const

function doing(
  entity: Target['entity'],
  method: string,
  second: string | undefined,
  third: string | undefined,
  sent: { readonly [name: string]: unknown },
): Omit<Target, 'entity'> {
  const fields = Object.keys(sent)
  if (method === 'POST' && third === undefined && second !== undefined) {
    const transition = transitionAt(entity, second)
    if (transition !== undefined) return { does: { transition, input: sent, creates: true } }
  }
  const id: Pick<Target, 'id'> = second !== undefined && isId(second) ? { id: second } : {}
  if (method === 'POST' && third !== undefined && third !== 'restore') {
    const transition = transitionAt(entity, third)
    if (transition !== undefined) return { ...id, does: { transition, input: sent, creates: false } }
  }
  if (third === 'restore') return { ...id, does: { verb: 'restore', fields: [] } }
  if (third === 'history') return { ...id, does: { verb: 'see history', fields: [] } }
  const verb = VERBS[method as keyof typeof VERBS] ?? 'read'
  return {
    ...id,
    isList: method !== 'POST' && (second === undefined || second === 'summary'),
    does: { verb, fields: verb === 'create' || verb === 'update' ? fields : [] },
  }
}

/** Of a record that somebody may not read, nothing is told to him; to administrators that it is there, and what would show it. */
async function readingOf(
  target: Target,
  before: About,
  refused: Refused | undefined,
): Promise<Pick<ExplainBody, 'reading'>> {
  const isReading = 'verb' in target.does && target.does.verb === 'read'
  if (!isReading || (refused !== undefined && !before.asker.administrator)) return {}
  return { reading: await explainReading(before, target.entity, target.isList === true ? 'list' : 'record') }
}

function withoutRequest({ request: _, ...problem }: Problem): Problem {
  return problem
}

export const EXPLAIN_RESOURCES: Resources = {
  'system/explain': { signedIn: true, whileViewing: ['POST'], calls: { POST: explainCall } },
}
