// How a tile's measure and grouping are asked for: `count`, `avg(hours_to_resolve)`, `month(resolved_at)`.
import type { Tile } from '#shared/model/model.ts'

type Measure = Extract<Tile['shows'], { readonly kind: 'measure' }>

export function writeMeasure({ measure, field }: Measure): string {
  if (measure === 'count' || field === undefined) return 'count'
  return `${measure === 'sum' ? 'sum' : 'avg'}(${field})`
}

export function writeBy({ field, unit }: NonNullable<Measure['by']>): string {
  return unit ? `${unit}(${field})` : field
}
