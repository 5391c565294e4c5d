// Prints the numbers of a tile with currency or percent sign.
import type { Entity, Tile } from '#shared/model/model.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { usePrinting } from '../../fields/use-printing.ts'

type Measure = Extract<Tile['shows'], { readonly kind: 'measure' }>

export type PrintNumber = (value: number) => string

export function usePrintMeasure({ measure, field }: Measure, entity: Entity): PrintNumber {
  const printing = usePrinting()
  const type = measure === 'count' || field === undefined ? undefined : entity.fields.get(field)?.type
  const { unit, print } = type ? fieldType(type.kind) : {}
  if (!type || !print || (unit !== 'currency' && unit !== 'percent')) return printing.formatters.number
  return (value) => print(String(value), type, printing)
}
