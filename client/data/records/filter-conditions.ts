// Writes conditions for the list parameter `filter`.
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import type { Field } from '#shared/model/model.ts'
import { dayIn } from '#shared/text/day-in.ts'

/** Does the field hold days rather than moments? */
export function isByDay({ type }: Pick<Field, 'type'>): boolean {
  return fieldType(type.kind).precision === 'day'
}

export function quoteFilterText(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** The field is one of these words, or refers to one of these records. */
export function isOneOf(field: Field, values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined
  const name = field.name.identifier
  const list = `[${values.map(quoteFilterText).join(', ')}]`
  switch (familyOf(field.type)) {
    case 'flag':
      return values.length > 1 ? undefined : `${name} == ${values[0] === 'yes'}`
    case 'record':
      return `${name}.id in ${list}`
    case 'records':
      return `${name}.exists(each, each.id in ${list})`
    case 'words':
      return values.map((value) => `${quoteFilterText(value)} in ${name}`).join(' or ')
    default:
      return `${name} in ${list}`
  }
}

/**
 * Writes a condition for records from the start of today on, in the reader's time zone. With `until`, a record counts
 * as long as that field is not past.
 */
export function isFromToday(field: Field, now: Date, until?: Field): string {
  if (until === undefined) return isAtLeastToday(field, now)
  const isOpen = `${until.name.identifier} == null`
  return `${isAtLeastToday(until, now)} or (${isOpen} and ${isAtLeastToday(field, now)})`
}

function isAtLeastToday(field: Field, now: Date): string {
  const name = field.name.identifier
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  if (!isByDay(field)) return `${name} >= moment(${quoteFilterText(midnight.toISOString())})`
  return `${name} >= date(${quoteFilterText(dayIn(now))})`
}

/**
 * Writes a condition for values from the day `from` up to the start of the day `to`. Moments are in the application's
 * time zone.
 */
export function isWithin(field: Field, from: string, to: string): string {
  const name = field.name.identifier
  const at = (day: string): string =>
    isByDay(field) ? `date(${quoteFilterText(day)})` : `moment(${quoteFilterText(`${day}T00:00`)})`
  return `${name} >= ${at(from)} and ${name} < ${at(to)}`
}

/** The records whose relation points to this one. */
export function pointsTo(field: Field, id: string): string {
  const name = field.name.identifier
  return field.type.kind === 'relation' && field.type.many
    ? `${name}.exists(each, each.id == ${quoteFilterText(id)})`
    : `${name}.id == ${quoteFilterText(id)}`
}
