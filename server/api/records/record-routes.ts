// Declares the standard routes of records, once for every entity.
import type { Entity, Transition, Verb } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { PreparedEntityPolicy } from '../../policy/entity-policy.ts'
import { policyOf } from '../../policy/policy.ts'
import { isKey } from '#shared/model/is-key.ts'
import { possibleWays, waysToCreate } from '#shared/decisions/ways-to-create.ts'
import { createsRecords, isBetweenStates } from '#shared/decisions/4-transition-kinds.ts'
import { answer, eitherOf, ID } from '../routes/answer-schema.ts'
import { component } from '../routes/body-schema.ts'
import type { PathTree } from '../routes/path-tree.ts'
import { buildPathTree } from '../routes/path-tree.ts'
import type { ApiRoute, RouteMethod, RouteResponse, RouteViewer } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import {
  createHandler,
  deleteHandler,
  historyHandler,
  listHandler,
  readHandler,
  restoreHandler,
  startHandler,
  summaryHandler,
  transitionHandler,
  updateHandler,
} from './record-handlers.ts'
import { EXPORT_TYPES, exportHandler } from './export/export-handler.ts'
import { MOST_FILE_BYTES } from '../../records/import/table/table-limits.ts'
import { NDJSON_TYPE } from '../response/response.ts'
import { HISTORY, pageOfRecords, answeredRecord, SUMMARY } from './record-answers.ts'
import { importHandler } from './import/import-handler.ts'
import { IMPORTED, IMPORT_STATUS } from './import/import-schemas.ts'
import {
  ACCEPT_LANGUAGE,
  CONFIRM,
  EXPORT_QUERY,
  IDEMPOTENCY_KEY,
  IF_MATCH,
  IMPORT_QUERY,
  LIST_QUERY,
  PREFER,
  PAGE_QUERY,
  READ_QUERY,
  SUMMARY_QUERY,
} from './record-parameters.ts'

/** A route below the path of each entity: once, or once for each of its keys or transitions. */
interface RecordRoute {
  readonly method: RouteMethod
  /** "/:id/:transition". */
  readonly path: string
  readonly routesOf: (entity: Entity) => readonly ApiRoute[]
}

export const RECORD_ROUTES: readonly RecordRoute[] = [
  { method: 'GET', path: '', routesOf: (entity) => [listRoute(entity)] },
  { method: 'POST', path: '', routesOf: (entity) => [createRoute(entity)] },
  { method: 'GET', path: '/:id', routesOf: (entity) => [readRoute(entity)] },
  { method: 'PATCH', path: '/:id', routesOf: (entity) => [updateRoute(entity)] },
  { method: 'DELETE', path: '/:id', routesOf: (entity) => [deleteRoute(entity)] },
  { method: 'GET', path: '/:key/:value', routesOf: (entity) => keysOf(entity).map((key) => readByRoute(entity, key)) },
  { method: 'GET', path: '/summary', routesOf: (entity) => [summaryRoute(entity)] },
  { method: 'GET', path: '/export', routesOf: (entity) => [exportRoute(entity)] },
  { method: 'POST', path: '/import', routesOf: (entity) => [importRoute(entity)] },
  { method: 'GET', path: '/:id/history', routesOf: (entity) => [historyRoute(entity)] },
  { method: 'POST', path: '/:id/restore', routesOf: (entity) => [restoreRoute(entity)] },
  {
    method: 'POST',
    path: '/:transition',
    routesOf: (entity) =>
      [...entity.transitions.values()].filter(createsRecords).map((transition) => startRoute(entity, transition)),
  },
  {
    method: 'POST',
    path: '/:id/:transition',
    routesOf: (entity) => [...entity.transitions.values()].map((transition) => transitionRoute(entity, transition)),
  },
]

export function recordRoutes(running: RunningDocument, entity: Entity): readonly ApiRoute[] {
  return running.compiled('record routes', entity, () => RECORD_ROUTES.flatMap(({ routesOf }) => routesOf(entity)))
}

/**
 * Builds the path tree of an entity's records. A name that belongs to no field or transition is refused in the same
 * way as one that does.
 */
export function recordPathTree(running: RunningDocument, entity: Entity): PathTree {
  const unknown = { ...below(entity), path: `/${entity.path}/:id/:transition`, isConcealed: true }
  return running.compiled('record paths', entity, () => buildPathTree(recordRoutes(running, entity), [unknown]))
}

export function transitionAt(entity: Entity, path: string): Transition | undefined {
  return [...entity.transitions.values()].find((transition) => transition.path === path)
}

function listRoute(entity: Entity): ApiRoute {
  const { identifier } = entity.name
  return defineRoute({
    method: 'GET',
    path: `/${entity.path}`,
    ...described('list', `List: ${entity.plural}`, entity),
    isOffered: (viewer) => mayRead(viewer, entity),
    query: LIST_QUERY,
    /** The trash is for those who may restore. */
    isParameterOffered: (name, viewer) => name !== 'trash' || may(viewer, entity, 'restore'),
    status: 200,
    response: { description: 'A page.', schema: pageOfRecords(identifier) },
    handle: listHandler(entity),
  })
}

function createRoute(entity: Entity): ApiRoute {
  const { identifier } = entity.name
  return defineRoute({
    method: 'POST',
    path: `/${entity.path}`,
    ...described('create', `Create: ${entity.name.label}`, entity),
    asksToSignIn: (viewer) => !mayCreate(viewer, entity),
    isOffered: (viewer) => canCreate(viewer, entity),
    headers: [IDEMPOTENCY_KEY],
    body: component(`${identifier}_create`),
    status: 201,
    response: writtenRecord(entity),
    handle: createHandler(entity),
  })
}

function readRoute(entity: Entity): ApiRoute {
  return defineRoute({
    method: 'GET',
    path: `/${entity.path}/:id`,
    ...described('read', `Read: ${entity.name.label}`, entity),
    ...below(entity),
    isOffered: (viewer) => mayRead(viewer, entity),
    query: READ_QUERY,
    ...READS,
    response: answeredRecord(entity.name.identifier),
    handle: readHandler(entity, 'id'),
  })
}

function readByRoute(entity: Entity, key: string): ApiRoute {
  const { identifier, label } = entity.name
  return defineRoute({
    method: 'GET',
    path: `/${entity.path}/${key}/:${key}`,
    ...described(`read_by_${key}`, `Read by ${key}: ${label}`, entity),
    ...below(entity),
    isConcealed: true,
    isOffered: (viewer) => mayRead(viewer, entity) && policyOn(viewer, entity).read.readable.has(key),
    query: READ_QUERY,
    ...READS,
    response: answeredRecord(identifier),
    handle: readHandler(entity, key),
  })
}

function updateRoute(entity: Entity): ApiRoute {
  const { identifier } = entity.name
  return defineRoute({
    method: 'PATCH',
    path: `/${entity.path}/:id`,
    ...described('update', `Change: ${entity.name.label}`, entity),
    ...below(entity),
    ...signsInTo(entity, 'update'),
    isOffered: (viewer) => mayRead(viewer, entity) && may(viewer, entity, 'update'),
    headers: [IF_MATCH, IDEMPOTENCY_KEY],
    body: component(`${identifier}_update`),
    status: 200,
    response: writtenRecord(entity),
    handle: updateHandler(entity),
  })
}

function deleteRoute(entity: Entity): ApiRoute {
  return defineRoute({
    method: 'DELETE',
    path: `/${entity.path}/:id`,
    ...described('delete', `Delete: ${entity.name.label}`, entity),
    ...below(entity),
    ...signsInTo(entity, 'delete'),
    isOffered: (viewer) => mayRead(viewer, entity) && may(viewer, entity, 'delete'),
    headers: [IF_MATCH, IDEMPOTENCY_KEY],
    status: 204,
    response: { description: 'It is gone.' },
    handle: deleteHandler(entity),
  })
}

function summaryRoute(entity: Entity): ApiRoute {
  return defineRoute({
    method: 'GET',
    path: `/${entity.path}/summary`,
    ...described('summary', `Summary: ${entity.plural}`, entity),
    isOffered: (viewer) => mayRead(viewer, entity),
    query: SUMMARY_QUERY,
    status: 200,
    response: {
      description: 'The first 1,000 groups by their keys; truncated, where there are more.',
      schema: SUMMARY,
    },
    time: { response: LONG_MILLISECONDS },
    handle: summaryHandler(entity),
  })
}

function exportRoute(entity: Entity): ApiRoute {
  return defineRoute({
    method: 'GET',
    path: `/${entity.path}/export`,
    ...described('export', `Export: ${entity.plural}`, entity),
    isOffered: (viewer) => mayRead(viewer, entity) && policyOn(viewer, entity).exported.rows !== false,
    streams: true,
    time: { response: EXPORT_MILLISECONDS },
    query: EXPORT_QUERY,
    status: 200,
    response: {
      description:
        'What the list shows, of which export is granted; the names of the columns first. In the type of the format.',
      types: Object.values(EXPORT_TYPES),
      schema: { type: 'string' },
    },
    handle: exportHandler(entity),
  })
}

function importRoute(entity: Entity): ApiRoute {
  return defineRoute({
    method: 'POST',
    path: `/${entity.path}/import`,
    ...described('import', `Import: ${entity.plural}`, entity),
    ...signsInTo(entity, 'import'),
    isOffered: (viewer) =>
      may(viewer, entity, 'import') && (may(viewer, entity, 'create') || may(viewer, entity, 'update')),
    headers: [CONFIRM, IDEMPOTENCY_KEY, ACCEPT_LANGUAGE, PREFER],
    query: IMPORT_QUERY,
    fileBody: { types: IMPORT_TYPES, most: MOST_FILE_BYTES },
    time: { response: LONG_MILLISECONDS },
    status: 200,
    response: {
      description: 'What was read, what is left out, and the rows that are refused: with one of these nothing is kept.',
      schema: IMPORTED,
    },
    otherResponses: {
      202: {
        description:
          'It is done in the background: with keep=good, for more than 5,000 rows, and where it is preferred.',
        schema: IMPORT_STATUS,
        headers: { Location: { description: 'Where its state is read.', schema: { type: 'string' } } },
      },
    },
    handle: importHandler(entity),
  })
}

/**
 * Content types that an import may declare. The content itself decides its format: browsers on some machines label
 * comma-separated values as an old Excel workbook.
 */
const IMPORT_TYPES = [
  ...['text/csv', EXPORT_TYPES.xlsx, NDJSON_TYPE.split(';', 1)[0] ?? NDJSON_TYPE, 'application/octet-stream'],
  ...['text/tab-separated-values', 'application/vnd.ms-excel'],
]
/** An import of many rows, or a summary of millions of records; an export of a million takes longer. */
const LONG_MILLISECONDS = 300_000
const EXPORT_MILLISECONDS = 1_800_000

function historyRoute(entity: Entity): ApiRoute {
  return defineRoute({
    method: 'GET',
    path: `/${entity.path}/:id/history`,
    ...described('history', `History: ${entity.name.label}`, entity),
    ...below(entity),
    isOffered: (viewer) => mayRead(viewer, entity) && may(viewer, entity, 'see history'),
    query: PAGE_QUERY,
    status: 200,
    response: {
      description:
        'Newest first: what may be read now and might have been read then. `input` is what a transition or a call was given, `confirmed` the warnings that were confirmed.',
      schema: HISTORY,
    },
    handle: historyHandler(entity),
  })
}

function restoreRoute(entity: Entity): ApiRoute {
  return defineRoute({
    method: 'POST',
    path: `/${entity.path}/:id/restore`,
    ...described('restore', `Restore: ${entity.name.label}`, entity),
    ...below(entity),
    ...signsInTo(entity, 'restore'),
    isOffered: (viewer) => mayRead(viewer, entity) && may(viewer, entity, 'restore'),
    headers: [IDEMPOTENCY_KEY],
    status: 200,
    response: writtenRecord(entity),
    handle: restoreHandler(entity),
  })
}

/** Names the schema of the body that creates a record by a transition. */
export function startComponent({ name }: Entity, transition: Transition): string {
  return `${name.identifier}_start_${transition.name.identifier}`
}

/** Its inputs and the fields of the record stand side by side. */
function startRoute(entity: Entity, transition: Transition): ApiRoute {
  const { identifier, label } = transition.name
  return defineRoute({
    method: 'POST',
    path: `/${entity.path}/${transition.path}`,
    ...described(`start_${identifier}`, `${label}: ${entity.name.label}`, entity),
    ...below(entity),
    isConcealed: true,
    asksToSignIn: (viewer) => !mayCreate(viewer, entity),
    isOffered: (viewer) => mayRead(viewer, entity) && canCreate(viewer, entity, transition),
    headers: [IDEMPOTENCY_KEY],
    body: component(startComponent(entity, transition)),
    status: 201,
    response: writtenRecord(entity),
    handle: startHandler(entity, identifier),
  })
}

function transitionRoute(entity: Entity, transition: Transition): ApiRoute {
  const { identifier, label } = transition.name
  return defineRoute({
    method: 'POST',
    path: `/${entity.path}/:id/${transition.path}`,
    ...described(identifier, `${label}: ${entity.name.label}`, entity),
    ...below(entity),
    ...signsInTo(entity, 'read'),
    isOffered: (viewer) =>
      isBetweenStates(transition) && mayRead(viewer, entity) && isPossible(viewer, entity, transition),
    headers: [IF_MATCH, IDEMPOTENCY_KEY],
    body: component(`${entity.name.identifier}_${identifier}`),
    isBodyOptional: true,
    status: 200,
    response: writtenRecord(entity),
    handle: transitionHandler(entity, identifier),
  })
}

function described(id: string, summary: string, { name, plural }: Entity) {
  return { id: `${id}_${name.identifier}`, summary, tag: plural } as const
}

function below({ name }: Entity) {
  return { concealedUnder: name.identifier }
}

/** A person who is not signed in, and could not do it at all, is asked to sign in before the body is looked at. */
function signsInTo(entity: Entity, verb: Verb): Pick<ApiRoute, 'asksToSignIn'> {
  return { asksToSignIn: (viewer) => !may(viewer, entity, verb) }
}

function policyOn({ running, actor }: RouteViewer, { name }: Entity): PreparedEntityPolicy {
  return policyOf(running, actor).entity(name.identifier)
}

function mayRead(viewer: RouteViewer, entity: Entity): boolean {
  return policyOn(viewer, entity).read.rows !== false
}

function may(viewer: RouteViewer, entity: Entity, verb: Verb): boolean {
  return policyOn(viewer, entity).verb(verb).grants.length > 0
}

function mayCreate(viewer: RouteViewer, entity: Entity): boolean {
  return waysToCreate(entity, policyOn(viewer, entity)).length > 0
}

function canCreate(viewer: RouteViewer, entity: Entity, by?: Transition): boolean {
  return possibleWays(entity, policyOn(viewer, entity), viewer.actor).some(({ step }) => step?.name === by?.name)
}

function isPossible(viewer: RouteViewer, entity: Entity, transition: Transition): boolean {
  return policyOn(viewer, entity).transition(transition).possible
}

function keysOf(entity: Entity): readonly string[] {
  return [...entity.fields.values()].filter(isKey).map(({ name }) => name.identifier)
}

const READS = { status: 200, otherResponses: { 304: { description: 'You have it already.' } } } as const

/** A record that its writer may not read afterwards is answered by its id. */
function writtenRecord(entity: Entity): RouteResponse {
  const record = component(entity.name.identifier)
  const onlyId = answer({ id: ID })
  return {
    ...answeredRecord(entity.name.identifier),
    schema: (viewer: RouteViewer) => {
      const { rows } = policyOn(viewer, entity).read
      if (rows === false) return onlyId
      return rows === true ? record : eitherOf({ ...record }, onlyId)
    },
  }
}
