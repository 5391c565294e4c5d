// Describes the API in OpenAPI 3.1: only the routes and fields that the caller's policy allows.
import type { Entity, Model } from '#shared/model/model.ts'
import { waysToCreate } from '#shared/decisions/ways-to-create.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { policyOf } from '../../policy/policy.ts'
import { entitiesByPath } from '../records/entity-paths.ts'
import { recordRoutes, startComponent } from '../records/record-routes.ts'
import type { ApiRoute, RouteViewer } from '../routes/route.ts'
import { callPaths } from './call-paths.ts'
import { systemSchemas } from './system-schemas.ts'
import { applicantSchema, inputSchema, readSchema, signUpSchema, startSchema, writeSchema } from './json-schemas.ts'
import { mergePaths, numberSameIds } from './merge-paths.ts'
import { schemasNamedIn } from './named-schemas.ts'
import { readLines, writeLines } from './line-schemas.ts'
import type { OpenApiOperation } from './route-operation.ts'
import { describeRoute, isDescribedTo, openApiPath, SYSTEM_TAG } from './route-operation.ts'

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

/** `fixedRoutes`: those beside the routes of records. */
export function describeApi(running: RunningDocument, actor: Actor, fixedRoutes: readonly ApiRoute[]): ApiDescription {
  const { model } = running
  const viewer = { running, actor }
  const described = [...entitiesByPath(running).values()].flatMap((entity) => {
    const paths = describePaths(recordRoutes(running, entity), viewer)
    return Object.keys(paths).length === 0 ? [] : [{ entity, paths }]
  })
  const calls = callPaths(running, actor)
  const paths = numberSameIds({
    ...mergePaths(Object.assign({}, ...described.map(({ paths: own }) => own)), calls),
    ...describePaths(fixedRoutes, viewer),
  })
  const schemas = {
    ...systemSchemas(),
    ...signUpSchemas(model),
    ...Object.fromEntries(described.flatMap(({ entity }) => schemasOf(running, actor, entity))),
  }
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
      { name: SYSTEM_TAG, description: 'Accounts, the inbox, health and descriptions.' },
    ],
    paths,
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: schemasNamedIn(paths, schemas),
    },
  }
}

function signUpSchemas(model: Model): { readonly [name: string]: object } {
  const { signIn, signUp } = model.accountPolicy
  return {
    ...(signUp.kind === 'closed' ? {} : { 'system.SignUp': signUpSchema(model) }),
    ...(signIn.some(({ kind }) => kind === 'passkey') ? { 'system.Applicant': applicantSchema(model) } : {}),
  }
}

/** The path and methods of each route, as far as it is described to this person. */
function describePaths(routes: readonly ApiRoute[], viewer: RouteViewer): { readonly [path: string]: PathItem } {
  const paths: { [path: string]: PathItem } = {}
  for (const route of routes) {
    if (!isDescribedTo(route, viewer)) continue
    const path = openApiPath(route)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route, viewer) }
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
  const isReadable = (other: string): boolean => policyOf(running, actor).entity(other).read.rows !== false
  const schemas: [string, object][] = [
    [name, readSchema(entity, policy.read.fields, readLines(running, actor, entity), isReadable)],
  ]
  for (const verb of ['create', 'update'] as const) {
    const { grants, fields } = policy[verb]
    if (grants.length > 0)
      schemas.push([`${name}_${verb}`, writeSchema(entity, fields, verb, writeLines(running, actor, entity, verb))])
  }
  for (const { step, policy: way } of waysToCreate(entity, policy)) {
    if (step === undefined) continue
    const lines = writeLines(running, actor, entity, 'create')
    schemas.push([startComponent(entity, step), startSchema(step, writeSchema(entity, way.fields, 'create', lines))])
  }
  for (const transition of entity.transitions.values()) {
    if (policy.transition(transition).possible)
      schemas.push([`${name}_${transition.name.identifier}`, inputSchema(transition)])
  }
  return schemas
}

function helpOf(entity: Entity): string {
  return entity.help.map(({ markdown }) => markdown).join('\n\n') || entity.plural
}
