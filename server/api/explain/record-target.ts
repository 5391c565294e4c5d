// Finds the entity, the record and the action that an explained request is about.
import { canReadDocument } from '#shared/decisions/2-screens.ts'
import { isKey } from '#shared/model/is-key.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { ExplanationTarget } from '../../records/explain/explain-target.ts'
import type { RecordsDependencies } from '../../records/records-dependencies.ts'
import { isRecordId } from '../../records/new-id.ts'
import { readPathSegments } from '../request/request-url.ts'
import { entitiesByPath } from '../records/entity-paths.ts'
import { mayKnowNames } from '../records/may-know-names.ts'
import { recordPathTree, transitionAt } from '../records/record-routes.ts'
import { matchPath } from '../routes/path-tree.ts'
import type { ExplainedRequest } from './explained-request.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** Undefined: it is about no record, or the recipient may know nothing of it. */
export async function recordTarget(
  database: RecordsDependencies['storage']['database'],
  running: RunningDocument,
  recipient: Actor,
  { method: given, path, body }: ExplainedRequest,
): Promise<ExplanationTarget | undefined> {
  const method = given === 'HEAD' ? 'GET' : given
  const segments = readPathSegments(path.split('?')[0] ?? '')
  const [first = '', second, third] = segments ?? []
  const entity = entitiesByPath(running).get(first)
  if (segments === undefined || entity === undefined) return undefined
  if (matchPath(recordPathTree(running, entity), segments)?.routes[method] === undefined) return undefined
  if (!mayKnowTarget(running, entity, recipient, method, segments)) return undefined
  const sent = typeof body === 'object' && body !== null ? (body as { readonly [name: string]: unknown }) : {}
  const target: ExplanationTarget = { entity, ...targetOf(entity, method, second, third, sent) }
  if (second === undefined || third === undefined || !isKey(entity.fields.get(second))) return target
  const named = await database.recordBy(entity.name.identifier, second, third)
  // A missing record is asked for by a name that no record has, and explained alike.
  return { ...target, id: named?.id ?? third }
}

/** A person who may read neither of the entity nor the document learns no name of a field or transition by asking. */
function mayKnowTarget(
  running: RunningDocument,
  { name }: Entity,
  recipient: Actor,
  method: string,
  [, second, third]: readonly string[],
): boolean {
  const begins = third === undefined && second !== undefined && method === 'POST'
  const isName = begins || (third !== undefined && third !== 'history' && third !== 'restore')
  return (
    !isName || canReadDocument(running.model, recipient) || mayKnowNames(running, name.identifier, recipient, begins)
  )
}

const VERBS = { GET: 'read', POST: 'create', PATCH: 'update', DELETE: 'delete' } as const

function targetOf(
  entity: ExplanationTarget['entity'],
  method: string,
  second: string | undefined,
  third: string | undefined,
  sent: { readonly [name: string]: unknown },
): Omit<ExplanationTarget, 'entity'> {
  const fields = Object.keys(sent)
  if (method === 'POST' && third === undefined && second !== undefined) {
    const transition = transitionAt(entity, second)
    if (transition !== undefined) return { does: { transition, input: sent, creates: true } }
  }
  const id: Pick<ExplanationTarget, 'id'> = second !== undefined && isRecordId(second) ? { id: second } : {}
  if (method === 'POST' && third !== undefined && third !== 'restore') {
    const transition = transitionAt(entity, third)
    if (transition !== undefined) return { ...id, does: { transition, input: sent, creates: false } }
  }
  if (third === 'restore') return { ...id, does: { verb: 'restore', fields: [] } }
  if (third === 'history') return { ...id, does: { verb: 'see history', fields: [] } }
  if (method === 'GET' && second === 'export') return { isList: true, does: { verb: 'export', fields: [] } }
  if (method === 'POST' && second === 'import') return { does: { verb: 'import', fields: [] } }
  const verb = VERBS[method as keyof typeof VERBS] ?? 'read'
  return {
    ...id,
    isList: method !== 'POST' && (second === undefined || second === 'summary'),
    does: { verb, fields: verb === 'create' || verb === 'update' ? fields : [] },
  }
}
