// Reads the parameters and the body of a request as its route declares them; anything else is a 400.
import type { IncomingMessage } from 'node:http'
import type { BodySchema } from '../routes/body-schema.ts'
import { NOTHING } from '../routes/body-schema.ts'
import type { ApiRoute, RouteInput } from '../routes/route.ts'
import { findSchemaErrors } from '../routes/schema-errors.ts'
import { TIME_LIMITS } from '../routes/time-limits.ts'
import { readFileBody } from './file-body.ts'
import { NO_BODY, readJson } from './json-body.ts'
import { readParameters } from './query-parameters.ts'
import { readTextBody } from './text-body.ts'
import { Refused } from '../../policy/refused.ts'
import { makeRefusal } from '#shared/decisions/refusals.ts'

export async function readInput(
  request: IncomingMessage,
  route: ApiRoute,
  query: URLSearchParams,
  { parameters, milliseconds }: PathInput,
): Promise<RouteInput> {
  const given = readParameters(query, route)
  if (route.method === 'GET' || route.readsBody === true || route.filePart !== undefined)
    return { parameters, query: given, body: undefined, bytes: NO_BODY.bytes }
  if (route.textBody !== undefined) {
    const body = await readTextBody(request, route.textBody, milliseconds)
    return { parameters, query: given, body, bytes: NO_BODY.bytes }
  }
  if (route.fileBody !== undefined) {
    const bytes = await readFileBody(request, route.fileBody, milliseconds)
    return { parameters, query: given, body: undefined, bytes }
  }
  const { value: body, bytes } = await readBody(request, route.body ?? NOTHING, milliseconds)
  return { parameters, query: given, body, bytes }
}

interface PathInput {
  readonly parameters: { readonly [name: string]: string }
  /** How long the body may take. */
  readonly milliseconds: number
}

/** No body at all stands for `{}`. */
export async function readBody<T>(
  request: IncomingMessage,
  schema: BodySchema<T>,
  milliseconds = TIME_LIMITS.body,
): Promise<{ readonly value: T; readonly bytes: Buffer }> {
  const { value = {}, bytes } = await readJson(request, milliseconds)
  const { listed, more } = findSchemaErrors(schema, value)
  const [first] = listed
  if (first === undefined) return { value: value as T, bytes }
  const tooLarge = listed.find(({ name }) => name === 'too_large')
  const named = listed.filter(({ field }) => field !== '')
  const { name, values } = tooLarge ?? first
  throw new Refused(makeRefusal<string>(name, values, { errors: named, moreErrors: more }))
}
