// Declares the body that asks for an explanation, and reads the request that is to be explained.
import { MOST_CHARACTERS } from '#shared/text/characters/bounded-text.ts'
import type { SchemaValue } from '../routes/body-schema.ts'
import { ANYTHING, object, text, textOrNull, textsUnder } from '../routes/body-schema.ts'

export interface ExplainedRequest {
  readonly method: string
  /** With its parameters: "/api/tickets?limit=5". */
  readonly path: string
  readonly body?: unknown
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string }
}

/** Those on which an answer of the API depends beside who asks. */
const HEADERS = ['If-Match', 'If-None-Match', 'Confirm', 'Idempotency-Key']

const CALL = object(
  {
    method: text(),
    path: text({
      maxLength: MOST_CHARACTERS.path,
      pattern: String.raw`^/api(?:/|\?|$)`,
      title: 'a path of the API: /api/tickets?limit=1',
    }),
  },
  { body: ANYTHING, headers: textsUnder([...HEADERS, ...HEADERS.map((name) => name.toLowerCase())]) },
)

export const EXPLANATION = object(
  { call: CALL },
  {
    person: textOrNull({
      description: 'The id of a person, for administrators; null: a person who is not signed in; left out: yourself.',
    }),
  },
)

export function readExplainedRequest({ method, path, body, headers = {} }: SchemaValue<typeof CALL>): ExplainedRequest {
  return { method: method.toUpperCase(), path, body, headers: lowerCaseNames(headers) }
}

/** Converts the names of headers to lower case, since they are case-insensitive. */
export function lowerCaseNames(headers: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
