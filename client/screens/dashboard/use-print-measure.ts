// Prints the numbers of a tile with currency or percent sign.
import type { Entity, Tile } from '#shared/model/model.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { usePrinting } from '../../fields/use-printing.ts'

type Measure = Extract<Tile['shows'], { readonly kind: 'measure' }>

export type PrintNumber = (value: number) => string

export function usePrintMeasure({ measure, field }: Measure, entity: Entity): PrintNumber {
  const printing = usePrinting()
  const type = measure === 'count' || field === undefined ? undefined : entity.fields.get(field)?.type
  if (type?.kind !== 'money' && type?.kind !== 'percent') return printing.formatters.number
  return (value) => fieldType(type.kind).print(String(value), type, printing)
}
