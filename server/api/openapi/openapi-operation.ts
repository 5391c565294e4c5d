// Builds one OpenAPI operation: its body, its responses, and whether it needs a session.
import type { OpenApiOperation } from './describe-api.ts'

export const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

export const PROBLEMS = {
  '4XX': {
    description: 'Refused; the problem says why, and cites the line where there is one.',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  },
}

export function operation(
  operationId: string,
  summary: string,
  status: number,
  body: object | undefined,
  needsSession: boolean,
  type = 'application/json',
): OpenApiOperation {
  const done =
    status === 204 || status === 303
      ? { description: status === 204 ? 'Done.' : 'Go on there.' }
      : { description: 'Done.', content: { [type]: { schema: { type: type === 'text/html' ? 'string' : 'object' } } } }
  return {
    operationId,
    summary,
    tags: ['System'],
    security: needsSession ? [{ cookie: [] }, { bearer: [] }] : [{}],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { type: 'object', additionalProperties: false, ...body } } },
          },
        }),
    responses: { [status]: done, ...PROBLEMS },
  }
}

/** Of signing up: a session at once, or what happens next. */
export function signUpOperation(operationId: string, summary: string, body: object): OpenApiOperation {
  const signedUp = operation(operationId, summary, 201, body, false)
  const json = { content: { 'application/json': { schema: { type: 'object' } } } }
  const responses = {
    201: {
      description: 'Signed in. Without mail or an approval: at once; an address that is taken is a 409.',
      ...json,
    },
    202: { description: 'A link is sent to the address, or an administrator decides.', ...json },
  }
  return { ...signedUp, responses: { ...signedUp.responses, ...responses } }
}

export const PAGE = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1000 } },
  { name: 'after', in: 'query', description: 'The cursor of the page before.', schema: { type: 'string' } },
]
