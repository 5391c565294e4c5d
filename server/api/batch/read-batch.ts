// Declares the body of a batch: its calls, each with a method, a path and a body.
import { MOST_CHARACTERS } from '#shared/text/characters/bounded-text.ts'
import { lowerCaseNames } from '../explain/explained-request.ts'
import type { SchemaValue } from '../routes/body-schema.ts'
import { list, object, oneOf, openObject, text, textsUnder } from '../routes/body-schema.ts'

export interface BatchCall {
  readonly method: string
  /** "/api/tickets/0198…". */
  readonly path: string
  readonly body?: unknown
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string }
}

export const MOST_BATCH_CALLS = 1_000

const CALL = object(
  {
    method: oneOf('POST', 'PATCH', 'DELETE'),
    path: text({
      maxLength: MOST_CHARACTERS.path,
      pattern: '^/api/[^?#]+$',
      title: 'the path of a record, such as /api/tickets, without parameters',
    }),
  },
  { body: openObject({}), headers: textsUnder(['If-Match', 'Confirm', 'if-match', 'confirm']) },
)

export const BATCH_BODY = object(
  { calls: list(CALL, { minItems: 1, maxItems: MOST_BATCH_CALLS }) },
  {
    changeSet: text({
      maxLength: 64,
      description:
        'Goes on with this change set, so that both are undone together: one of yours, of the last hour. Of any other a new one begins.',
    }),
  },
)

export function readBatch({ calls }: Pick<SchemaValue<typeof BATCH_BODY>, 'calls'>): readonly BatchCall[] {
  return calls.map(({ method, path, body, headers = {} }) => ({
    method,
    path,
    headers: lowerCaseNames(headers),
    ...(body === undefined ? {} : { body }),
  }))
}
