// Describes the API in OpenAPI 3.1: only the routes and fields that the caller's policy allows.
import type { Entity, Transition } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { isKey } from '../../records/find-record.ts'
import { isBetweenStates, createsRecords } from '../../records/transition-record.ts'
import { policyOf } from '../../policy/policy.ts'
import { commonSchemas, inputSchema, readSchema, writeSchema } from './json-schemas.ts'
import { entitiesByPath } from '../records/entity-paths.ts'
import { accountPaths } from './account-paths.ts'
import { administrationPaths } from './administration-paths.ts'
import { callPaths } from './call-paths.ts'
import { ID, PROBLEMS } from './openapi-operation.ts'
import { systemPaths } from './system-paths.ts'
import { signInMethodPaths } from './sign-in-method-paths.ts'
import type { Actor } from '#shared/policy/actor.ts'

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly parameters?: readonly object[]
  readonly requestBody?: object
  readonly responses: { readonly [status: string]: object }
}

export type PathItem = { readonly [method: string]: OpenApiOperation }

export interface ApiDescription {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly object[]
  readonly security: readonly object[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: { readonly [path: string]: PathItem }
  readonly components: object
}

export function describeApi(running: RunningDocument, actor: Actor): ApiDescription {
  const { model } = running
  const described = [...entitiesByPath(running).values()].flatMap((entity) => {
    const paths = entityPaths(running, actor, entity)
    return Object.keys(paths).length === 0 ? [] : [{ entity, paths }]
  })
  const schemas = described.flatMap(({ entity }) => schemasOf(running, actor, entity))
  const calls = callPaths(model, actor)
  return {
    openapi: '3.1.0',
    info: {
      title: model.name,
      version: running.revision,
      description: `What you may do in ${model.name}. The document that it follows has the revision ${running.revision}.`,
    },
    servers: [{ url: '/' }],
    security: [{ cookie: [] }, { bearer: [] }],
    tags: [
      ...described.map(({ entity }) => ({ name: entity.plural, description: helpOf(entity) })),
      ...(Object.keys(calls).length === 0 ? [] : [{ name: 'Calls', description: 'Calls of the document’s own.' }]),
      { name: 'System', description: 'Accounts, the inbox, health and descriptions.' },
    ],
    paths: {
      ...withCalls(Object.assign({}, ...described.map(({ paths }) => paths)), calls),
      ...systemPaths(actor.person !== null, model.accountPolicy.signUp.kind),
      ...accountPaths(actor, model.accountPolicy),
      ...administrationPaths(actor),
      ...signInMethodPaths(actor.person !== null, model.accountPolicy),
    },
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { ...commonSchemas(), ...Object.fromEntries(schemas) },
    },
  }
}

/** Where both stand, the document's own call is what answers. */
function withCalls(
  standard: { readonly [path: string]: PathItem },
  calls: { readonly [path: string]: PathItem },
): { readonly [path: string]: PathItem } {
  const shape = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')
  const paths: { [path: string]: PathItem } = { ...standard }
  for (const [path, item] of Object.entries(calls)) {
    const same = Object.keys(standard).find((each) => shape(each) === shape(path))
    if (same !== undefined && same !== path)
      paths[same] = Object.fromEntries(
        Object.entries(standard[same] ?? {}).filter(([method]) => !Object.hasOwn(item, method)),
      )
    paths[path] = { ...paths[path], ...item }
  }
  return Object.fromEntries(Object.entries(paths).filter(([, item]) => Object.keys(item).length > 0))
}

function entityPaths(running: RunningDocument, actor: Actor, entity: Entity): { readonly [path: string]: PathItem } {
  const name = entity.name.identifier
  const at = `/api/${entity.path}`
  const policy = policyOf(running, actor).entity(name)
  const mayRead = policy.read.rows !== false
  const may = (verb: 'create' | 'update' | 'delete' | 'restore' | 'see history') => policy.verb(verb).grants.length > 0
  const one = operationsOn(entity)
  const paths: { [path: string]: PathItem } = {}
  const put = (path: string, item: PathItem): void => {
    if (Object.keys(item).length > 0) paths[path] = item
  }
  const list = may('restore') ? { ...one.list, parameters: [...(one.list.parameters ?? []), TRASH] } : one.list
  put(at, { ...(mayRead ? { get: list } : {}), ...(may('create') ? { post: one.create } : {}) })
  if (!mayRead) return paths
  put(`${at}/{id}`, {
    get: one.read,
    ...(may('update') ? { patch: one.update } : {}),
    ...(may('delete') ? { delete: one.delete } : {}),
  })
  for (const { field } of policy.read.fields) {
    if (isKey(entity, field)) put(`${at}/${field}/{${field}}`, { get: one.readBy(field) })
  }
  put(`${at}/summary`, { get: one.summary })
  if (may('see history')) put(`${at}/{id}/history`, { get: one.history })
  if (may('restore')) put(`${at}/{id}/restore`, { post: one.restore })
  for (const transition of entity.transitions.values()) {
    if (!policy.transition(transition).possible) continue
    if (createsRecords(transition) && may('create'))
      put(`${at}/${transition.path}`, { post: startOperation(entity, transition) })
    if (isBetweenStates(transition))
      put(`${at}/{id}/${transition.path}`, { post: transitionOperation(entity, transition) })
  }
  return paths
}

function schemasOf(
  running: RunningDocument,
  actor: Actor,
  entity: Entity,
): readonly (readonly [name: string, schema: object])[] {
  const name = entity.name.identifier
  const policy = policyOf(running, actor).entity(name)
  const schemas: [string, object][] = [[name, readSchema(entity, policy.read.fields)]]
  for (const verb of ['create', 'update'] as const) {
    const { grants, fields } = policy[verb]
    if (grants.length > 0) schemas.push([`${name}_${verb}`, writeSchema(entity, fields, verb)])
  }
  for (const transition of entity.transitions.values()) {
    if (policy.transition(transition).possible)
      schemas.push([`${name}_${transition.name.identifier}`, inputSchema(transition)])
  }
  return schemas
}

function operationsOn(entity: Entity) {
  const name = entity.name.identifier
  const label = entity.name.label
  const base = { tags: [entity.plural], security: [{ cookie: [] }, { bearer: [] }, {}] }
  const record = recordResponse(name)
  const parameter = (parameterName: string, description: string, schema: object = { type: 'string' }) => ({
    name: parameterName,
    in: 'query',
    description,
    schema,
  })
  const listed = [
    parameter('filter', 'An expression on readable fields.'),
    parameter('search', 'Words to look for.'),
    parameter('sort', 'Fields with commas, of a related record too (`assignee.name`); a minus sorts downwards.'),
    parameter('fields', 'Fields to answer with; long texts too.'),
    parameter('expand', 'Relations whose records are put in place of their ids.'),
    parameter('limit', 'How many at most; a page also ends at 2 MB.', { type: 'integer', minimum: 1, maximum: 1000 }),
    parameter('after', 'The cursor of the page before.'),
    parameter('count', 'Adds the number of all.', { type: 'string', enum: ['exact'] }),
    parameter('may', 'Adds what you may do to each.', { type: 'string', enum: ['yes'] }),
  ]
  const list = {
    type: 'object',
    required: ['items', 'next'],
    properties: {
      items: { type: 'array', items: reference(name) },
      next: { type: ['string', 'null'] },
      count: { type: 'integer' },
    },
  }
  const body = (schema: string) => ({ required: true, content: { 'application/json': { schema: reference(schema) } } })
  const operation = (
    id: string,
    summary: string,
    rest: Partial<OpenApiOperation> & Pick<OpenApiOperation, 'responses'>,
  ): OpenApiOperation => ({
    operationId: `${id}_${name}`,
    summary,
    ...base,
    ...rest,
    responses: { ...rest.responses, ...PROBLEMS },
  })
  const reading = listed.filter(({ name: each }) => ['fields', 'expand', 'may'].includes(each))
  const known = { 200: record, 304: { description: 'You have it already.' } }
  return {
    list: operation('list', `List: ${entity.plural}`, {
      parameters: listed,
      responses: { 200: response('A page.', list) },
    }),
    create: operation('create', `Create: ${label}`, {
      parameters: [KEY],
      requestBody: body(`${name}_create`),
      responses: { 201: record },
    }),
    read: operation('read', `Read: ${label}`, {
      parameters: [ID_OF_RECORD, ...reading],
      responses: known,
    }),
    readBy: (field: string) =>
      operation(`read_by_${field}`, `Read by ${field}: ${label}`, {
        parameters: [{ name: field, in: 'path', required: true, schema: { type: 'string' } }, ...reading],
        responses: known,
      }),
    update: operation('update', `Change: ${label}`, {
      parameters: [ID_OF_RECORD, MATCH, KEY],
      requestBody: body(`${name}_update`),
      responses: { 200: record },
    }),
    delete: operation('delete', `Delete: ${label}`, {
      parameters: [ID_OF_RECORD, MATCH, KEY],
      responses: { 204: { description: 'It is gone.' } },
    }),
    restore: operation('restore', `Restore: ${label}`, { parameters: [ID_OF_RECORD, KEY], responses: { 200: record } }),
    history: operation('history', `History: ${label}`, {
      parameters: [ID_OF_RECORD, ...listed.filter(({ name: each }) => ['limit', 'after'].includes(each))],
      responses: {
        200: response('Newest first: what may be read now and might have been read then.', { type: 'object' }),
      },
    }),
    summary: operation('summary', `Summary: ${entity.plural}`, {
      parameters: [
        parameter('by', 'A field, or month(field).'),
        parameter('measure', 'count, sum(field), avg(field), min(field), max(field).'),
        parameter('filter', 'An expression.'),
      ],
      responses: {
        200: response('The first 1,000 groups by their keys; truncated, where there are more.', { type: 'object' }),
      },
    }),
  }
}

/** Its inputs and the fields of the record stand side by side. */
function startOperation(entity: Entity, transition: Transition): OpenApiOperation {
  const { identifier } = transition.name
  const name = entity.name.identifier
  return {
    ...transitionOperation(entity, transition),
    operationId: `start_${identifier}_${name}`,
    parameters: [KEY],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { 201: recordResponse(name), ...PROBLEMS },
  }
}

function transitionOperation(entity: Entity, transition: Transition): OpenApiOperation {
  const name = entity.name.identifier
  const { identifier, label } = transition.name
  return {
    operationId: `${identifier}_${name}`,
    summary: `${label}: ${entity.name.label}`,
    tags: [entity.plural],
    security: [{ cookie: [] }, { bearer: [] }, {}],
    parameters: [ID_OF_RECORD, MATCH, KEY],
    requestBody: { content: { 'application/json': { schema: reference(`${name}_${identifier}`) } } },
    responses: { 200: recordResponse(name), ...PROBLEMS },
  }
}

function recordResponse(name: string): object {
  return {
    ...response('The record.', reference(name)),
    headers: { ETag: { description: 'Its version, for If-Match.', schema: { type: 'string' } } },
  }
}

function response(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } }
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}

const ID_OF_RECORD = { ...ID, schema: { type: 'string', format: 'uuid' } }
const TRASH = {
  name: 'trash',
  in: 'query',
  description: 'What was deleted, in place of what is there.',
  schema: { type: 'string', enum: ['yes'] },
}
const MATCH = { name: 'If-Match', in: 'header', description: 'The ETag that you saw.', schema: { type: 'string' } }
const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key does it once.',
  schema: { type: 'string', maxLength: 200 },
}

function helpOf(entity: Entity): string {
  return entity.help.map(({ markdown }) => markdown).join('\n\n') || entity.plural
}
