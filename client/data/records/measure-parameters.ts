// Writes the measure and grouping of a tile as parameters.
import type { Tile } from '#shared/model/model.ts'

type Measure = Extract<Tile['shows'], { readonly kind: 'measure' }>

/** Names of aggregate functions by measure. A share has none, because it is computed from two counts of records. */
const WORDS: { readonly [measure: string]: string } = { sum: 'sum', average: 'avg', minimum: 'min', maximum: 'max' }

export function writeMeasure({ measure, field }: Measure): string {
  const word = WORDS[measure]
  return word === undefined || field === undefined ? 'count' : `${word}(${field})`
}

export function writeBy({ field, unit }: NonNullable<Measure['by']>): string {
  return unit ? `${unit}(${field})` : field
}
