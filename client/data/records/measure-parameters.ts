// Writes the measure and grouping of a tile as parameters.
import type { Tile } from '#shared/model/model.ts'

type Measure = Extract<Tile['shows'], { readonly kind: 'measure' }>

export function writeMeasure({ measure, field }: Measure): string {
  if (measure === 'count' || field === undefined) return 'count'
  return `${measure === 'sum' ? 'sum' : 'avg'}(${field})`
}

export function writeBy({ field, unit }: NonNullable<Measure['by']>): string {
  return unit ? `${unit}(${field})` : field
}
