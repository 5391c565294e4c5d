// Describes one route as an OpenAPI operation, and decides which callers see it.
import type { BodySchema } from '../routes/body-schema.ts'
import type { ApiRoute, FileBody, RouteResponse, RouteViewer, TextBody } from '../routes/route.ts'

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

export const SYSTEM_TAG = 'System'

/** "/auth/sessions/:id" is "/api/auth/sessions/{id}". */
export function openApiPath({ path }: ApiRoute): string {
  return `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`
}

/** One that requires a session is described to those who have one. */
export function isDescribedTo(route: ApiRoute, viewer: RouteViewer): boolean {
  const { person, administrator } = viewer.actor
  const to = audienceOf(route)
  if (to === 'administrators' ? !administrator : to === 'people' && person === null) return false
  return route.isOffered?.(viewer) !== false
}

export function describeRoute(route: ApiRoute, viewer: RouteViewer): OpenApiOperation {
  const parameters = describeParameters(route, viewer)
  const { body, textBody, fileBody, filePart } = route
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [route.tag ?? SYSTEM_TAG],
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: describeBody(body, route.isBodyOptional === true) }),
    ...(textBody === undefined ? {} : { requestBody: describeTextBody(textBody) }),
    ...(fileBody === undefined ? {} : { requestBody: describeFile(fileBody) }),
    ...(filePart === undefined ? {} : { requestBody: describeFileBody(filePart) }),
    responses: {
      [route.status]: describeResponse(route.status, route.response ?? {}, viewer),
      ...Object.fromEntries(
        Object.entries(route.otherResponses ?? {}).map(([status, response]) => [
          status,
          describeResponse(Number(status), response, viewer),
        ]),
      ),
      ...PROBLEMS,
    },
  }
}

function audienceOf({ offeredTo, requiresSession }: ApiRoute): ApiRoute['offeredTo'] {
  return offeredTo ?? (requiresSession === true ? 'people' : 'everyone')
}

/** Lists the ways to authenticate. A route that needs no session still accepts one that identifies the caller. */
function securityOf(route: ApiRoute): readonly object[] {
  if (route.isPublic === true || route.signsIn === true) return [{}]
  const byCaller = [{ cookie: [] }, { bearer: [] }]
  return audienceOf(route) === 'everyone' ? [...byCaller, {}] : byCaller
}

function describeParameters(route: ApiRoute, viewer: RouteViewer): readonly object[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(name === 'id' && route.tag !== undefined ? { format: 'uuid' } : {}) },
  }))
  const inQuery = Object.entries(route.query ?? {})
    .filter(([name]) => route.isParameterOffered?.(name, viewer) !== false)
    .map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      ...(description === undefined ? {} : { description }),
      schema,
    }))
  const headers = (route.headers ?? []).map((header) => ({ ...header, in: 'header' }))
  return [...inPath, ...inQuery, ...headers]
}

function describeBody(schema: BodySchema, isOptional: boolean): object {
  return { ...(isOptional ? {} : { required: true }), content: { 'application/json': { schema } } }
}

function describeFileBody(part: string): object {
  const schema = { type: 'object', required: [part], properties: { [part]: { type: 'string', format: 'binary' } } }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function describeTextBody({ type }: TextBody): object {
  return { required: true, content: { [type]: { schema: { type: 'string' } } } }
}

function describeFile({ types }: FileBody): object {
  const schema = { type: 'string', format: 'binary' }
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

function describeResponse(status: number, response: RouteResponse, viewer: RouteViewer): object {
  const {
    description = WORDS[status] ?? 'Done.',
    type = 'application/json',
    types = [type],
    headers,
    schema,
  } = response
  const described = typeof schema === 'function' ? schema(viewer) : schema
  const isEmpty = response.isEmpty === true || WITHOUT_BODY.has(status)
  const media = { schema: described ?? { type: 'object' } }
  const content = isEmpty ? undefined : Object.fromEntries(types.map((each) => [each, media]))
  return { description, ...(headers === undefined ? {} : { headers }), ...(content === undefined ? {} : { content }) }
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 303, 304])
const WORDS: { readonly [status: number]: string } = { 303: 'Go on there.' }

const PROBLEM = {
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/system.Problem' } } },
}

export const PROBLEMS = {
  '4XX': { description: 'Refused; the problem says why, and cites the line where there is one.', ...PROBLEM },
  '5XX': {
    description:
      'Not available right now. With the code `outcome_unknown` a write may have been done: look before you send it again, or send the same Idempotency-Key.',
    ...PROBLEM,
  },
}
