// Finds the record that a number names: "356", "00356" and "HD-356" are HD-00356.
import { formatSequence, isSequence, withoutNoughts } from '#shared/fields/sequence.ts'
import type { Entity } from '#shared/model/model.ts'
import { quote } from '../records/filter-conditions.ts'

/** Digits, perhaps behind a few letters. */
export function isNumber(text: string): boolean {
  return /^(?:\p{L}{1,10}[-–/ ]?)?\d{1,15}$/u.test(text)
}

/** The condition that the record meets; undefined: the entity has no such numbers. Numbers of a year or of a group are not unique by their digits. */
export function numberCondition(entity: Entity, readable: ReadonlySet<string>, text: string): string | undefined {
  const digits = isNumber(text) ? /\d+$/.exec(text)?.[0] : undefined
  if (digits === undefined) return undefined
  const conditions = [...entity.fields.values()].flatMap(({ name, type }) => {
    if (!readable.has(name.identifier) || !isSequence(type) || type.per !== undefined) return []
    if (type.pattern === undefined) return text === digits ? [`${name.identifier} == ${Number(digits)}`] : []
    if (type.pattern.includes('{YYYY}')) return []
    const number = formatSequence(type.pattern, Number(digits))
    return text === digits || plain(text) === plain(number) ? [`${name.identifier} == ${quote(number)}`] : []
  })
  return conditions[0]
}

function plain(number: string): string {
  return withoutNoughts(number)
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '')
}
