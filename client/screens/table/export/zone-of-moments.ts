// Tells whether the moments of an exported file are written in another time zone than the one on the screen.
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity } from '#shared/model/model.ts'

interface Zones {
  readonly ofApplication: string
  readonly ofReader: string
}

/** The application's time zone; undefined: the file has no moments, or its reader sees them alike. */
export function zoneOfMoments(
  entity: Entity,
  fields: readonly string[],
  { ofApplication, ofReader }: Zones,
): string | undefined {
  const hasMoments = fields.some((name) => {
    const kind = entity.fields.get(name)?.type.kind
    return kind !== undefined && fieldType(kind).precision === 'moment'
  })
  return hasMoments && ofApplication !== ofReader ? ofApplication : undefined
}
