// Finds the time zones that a document works with: that of its settings, and those that its expressions name.
import { isTimeZone } from '#shared/expressions/zone-offset.ts'
import type { Model } from '#shared/model/model.ts'

/** Zones by their names. A zone that a record names is looked up in memory. */
export function findTimeZones(model: Model): ReadonlySet<string> {
  const zones = new Set([model.settings.timeZone])
  const seen = new Set<object>()
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    const written = 'kind' in part && part.kind === 'literal' && 'value' in part ? part.value : undefined
    if (typeof written === 'string' && written.includes('/') && isTimeZone(written)) zones.add(written)
    for (const each of part instanceof Map ? part.values() : Object.values(part)) look(each)
  }
  look(model)
  return zones
}
