// Decides whether an export leaves out rows or values that its list shows.
import type { EntityPolicy } from '#shared/decisions/policy.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'

/** Asks an export more of a record, or of one of its fields, than reading does? */
export function exportsInPart({ read, exported }: EntityPolicy): boolean {
  const asked = (given: ReadPolicy, name?: string): string =>
    JSON.stringify(name === undefined ? given.rows : given.fields.find(({ field }) => field === name)?.when)
  return [undefined, ...exported.fields.map(({ field }) => field)].some(
    (name) => asked(read, name) !== asked(exported, name),
  )
}
