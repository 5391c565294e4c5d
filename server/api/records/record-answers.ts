// Describes the answers of the standard routes of records.
import {
  ANY,
  answer,
  listOf,
  mapOf,
  MOMENT,
  orNull,
  listPage,
  PRESENT,
  SOMEBODY,
  TEXT,
  WHOLE,
  words,
} from '../routes/answer-schema.ts'
import { component } from '../routes/body-schema.ts'
import type { RouteResponse } from '../routes/route.ts'

export function answeredRecord(name: string): RouteResponse {
  return {
    description: 'The record.',
    schema: component(name),
    headers: { ETag: { description: 'Its version, for If-Match.', schema: { type: 'string' } } },
  }
}

export function pageOfRecords(name: string): object {
  return answer({ items: listOf({ ...component(name) }), next: orNull(TEXT) }, { count: WHOLE, near: PRESENT })
}

const KEY = { type: ['string', 'number', 'boolean', 'null'] }

export const SUMMARY = answer(
  {
    groups: listOf(answer({ key: KEY, measures: mapOf({ type: ['string', 'number', 'null'] }) }, { subkey: KEY })),
  },
  { truncated: PRESENT },
)

export const HISTORY = listPage(
  answer(
    {
      id: TEXT,
      at: MOMENT,
      event: words('created', 'changed', 'deleted', 'restored', 'transition'),
      changes: mapOf({ type: 'array', minItems: 2, maxItems: 2 }),
    },
    {
      changeSet: TEXT,
      version: WHOLE,
      by: SOMEBODY,
      transition: TEXT,
      source: answer({ point: WHOLE, line: WHOLE, text: TEXT }),
      confirmed: listOf(TEXT),
      input: mapOf(ANY),
      call: TEXT,
    },
  ),
)
