// Reads query parameters by the schemas of their route; a parameter that it does not have is refused.
import { MOST_CHARACTERS, MOST_MARKS, hasTooManyMarks } from '#shared/text/characters/bounded-text.ts'
import type { BodySchema } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { describeExpected } from '../routes/schema-errors.ts'
import { NO_QUERY } from './request-url.ts'
import type { Refused } from '../../policy/refused.ts'
import { refused } from '../../policy/refused.ts'

interface Parameters {
  readonly [name: string]: unknown
}

export function readParameters(
  query: URLSearchParams,
  { query: schemas = {}, allowsOtherParameters }: Pick<ApiRoute, 'query' | 'allowsOtherParameters'>,
): Parameters {
  if (query === NO_QUERY) return NONE
  const read: { [name: string]: unknown } = {}
  for (const [name, given] of query) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (schema !== undefined) {
      const value = readParameter(name, given, schema)
      if (value !== undefined) read[name] = value
    } else if (allowsOtherParameters !== true) {
      throw unknownParameter(name, Object.keys(schemas))
    }
  }
  return read
}

const NONE: Parameters = {}

export function unknownParameter(name: string, known: readonly string[]): Refused {
  const there = known.length === 0 ? NO_PARAMETERS : known.join(', ')
  return refused('unknown_parameter', { parameter: name, known: there })
}

/** Absent and empty are the same, but for numbers. */
function readParameter(name: string, given: string, schema: BodySchema): string | number | undefined {
  if (schema.type === 'integer') {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
    if (value >= (schema.minimum ?? 0) && value <= (schema.maximum ?? Number.MAX_SAFE_INTEGER)) return value
    throw refused('bad_request', { parameter: name, expected: describeExpected(schema) })
  }
  if (given === '') return undefined
  const { maxLength: most = MOST_CHARACTERS.line } = schema
  if (given.length > most) throw refused('text_too_long', { member: name, most, count: given.length })
  if (!given.isWellFormed()) throw refused('parameter_not_text', { parameter: name })
  if (hasTooManyMarks(given)) throw refused('text_too_many_marks', { member: name, most: MOST_MARKS })
  if (schema.enum === undefined || schema.enum.includes(given)) return given
  // "may=no" is as if it were left out.
  if (given === 'no' && schema.enum.length === 1) return undefined
  throw refused('bad_request', {
    parameter: name,
    expected: { says: LEFT_OUT, values: { expected: describeExpected(schema) } },
  })
}

const LEFT_OUT = { en: '{expected}, or left out', de: '{expected} oder nichts' }
const NO_PARAMETERS = { says: { en: 'none', de: 'keine' } }
