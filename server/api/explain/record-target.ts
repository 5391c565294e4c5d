// What a call on records is about, by its path: the entity, the record, and what would be done to it.
import { mayReadDocument } from '#shared/decisions/2-screens.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current.ts'
import type { Target } from '../../records/explain/target.ts'
import type { RecordsDependencies } from '../../records/dependencies.ts'
import { isKey } from '../../records/find-record.ts'
import { isId } from '../../records/new-id.ts'
import { segmentsOf } from '../address.ts'
import { entitiesByPath } from '../entity-paths.ts'
import { isNamedTo, recordResource, transitionAt } from '../record-resources.ts'
import type { ExplainedCall } from './explained-call.ts'

/** Undefined: it is about no record, or nothing of it is to be told to the asker. */
export async function recordTarget(
  reader: RecordsDependencies['storage']['reader'],
  running: RunningDocument,
  asker: Actor,
  { method: given, path, body }: ExplainedCall,
): Promise<Target | undefined> {
  const method = given === 'HEAD' ? 'GET' : given
  const segments = segmentsOf(path.split('?')[0] ?? '')
  const [first = '', second, third, ...rest] = segments ?? []
  const entity = entitiesByPath(running).get(first)
  if (segments === undefined || entity === undefined || rest.length > 0) return undefined
  if (!Object.hasOwn(recordResource(running, entity, second, third).calls, method)) return undefined
  if (!mayName(running, entity, asker, method, segments)) return undefined
  const sent = typeof body === 'object' && body !== null ? (body as { readonly [name: string]: unknown }) : {}
  const target: Target = { entity, ...doing(entity, method, second, third, sent) }
  if (second === undefined || third === undefined || !isKey(entity, second)) return target
  const named = await reader.recordBy(entity.name.identifier, second, third)
  // One that is not there is asked for by a name that no record has, and told of alike.
  return { ...target, id: named?.id ?? third }
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

const VERBS = { GET: 'read', POST: 'create', PATCH: 'update', DELETE: 'delete' } as const

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
