// Removes parameters that mails and advertisements add to a link from the address of a list.
import type { Entity } from '#shared/model/model.ts'

/** Names that programs for mailings and advertisements add to links, besides those that begin with `utm_`. */
const TRACKING_PARAMETERS: ReadonlySet<string> = new Set(['fbclid', 'gclid', 'mc_cid', 'mc_eid', 'ref', 'source'])

/** Removes tracking parameters. A name that a field of the entity has or had is that field's. */
export function withoutTracking(entity: Entity, parameters: Iterable<readonly [string, string]>): [string, string][] {
  return Array.from(parameters, ([key, value]): [string, string] => [key, value]).filter(
    ([key]) => !isTracking(key) || hasField(entity, key),
  )
}

function isTracking(key: string): boolean {
  return TRACKING_PARAMETERS.has(key) || /^utm_\w+$/.test(key)
}

function hasField({ fields }: Entity, name: string): boolean {
  return fields.has(name) || [...fields.values()].some(({ was }) => was === name)
}
