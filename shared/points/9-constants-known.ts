// The names of point 9 that the system itself obeys, and what each of them takes.
import * as say from '../diagnostics/9-constants.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import type { Name } from './declarations.ts'
import type { Value } from './literal.ts'
import type { PointContext } from './reading/point-context.ts'

interface Known {
  readonly expected: string
  takes(value: Value): boolean
}

const isRate = (value: Value): boolean => value.kind === 'rate' && value.count > 0
const isDuration = (value: Value): boolean => value.kind === 'duration' && value.milliseconds > 0
const isSize = (value: Value): boolean => value.kind === 'size' && value.bytes > 0
const isCount = (value: Value): boolean => value.kind === 'integer' && value.value > 0
const isWord =
  (pattern: RegExp) =>
  (value: Value): boolean =>
    value.kind === 'text' && pattern.test(value.value)

/** By identifier. */
const KNOWN: { readonly [identifier: string]: Known } = {
  time_zone: { expected: 'the name of a time zone, such as Europe/Berlin', takes: isTimeZone },
  language: { expected: 'the code of a language, such as en', takes: isWord(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/) },
  currency: { expected: 'the code of a currency, such as EUR', takes: isWord(/^[A-Z]{3}$/) },
  first_day_of_week: {
    expected: 'a day, such as Monday',
    takes: isWord(/^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i),
  },
  requests: { expected: 'a rate, such as 300 per minute', takes: isRate },
  sign_in_attempts: { expected: 'a rate, such as 10 per 15 minutes', takes: isRate },
  session: { expected: 'a duration, such as 30 days', takes: isDuration },
  upload_size: { expected: 'a size, such as 10 MB', takes: isSize },
  page_size: { expected: 'a whole number', takes: isCount },
  records_per_import: { expected: 'a whole number', takes: isCount },
  trash: { expected: 'a duration, such as 30 days', takes: isDuration },
  history: { expected: 'a duration, such as 365 days', takes: isDuration },
}

export function reportWrongKind(name: Name, value: Value, text: Fragment, context: PointContext): void {
  const known = Object.hasOwn(KNOWN, name.identifier) ? KNOWN[name.identifier] : undefined
  if (!known || known.takes(value)) return
  context.report(say.wrongKind(spanOf(text), { name: name.label, expected: known.expected, found: text.value }))
}

function isTimeZone(value: Value): boolean {
  if (value.kind !== 'text') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value.value }).format(0)
    return true
  } catch {
    return false
  }
}
