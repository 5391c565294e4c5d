// Shows values as the language prints them.
import { fieldType } from '#shared/fields/registry.ts'
import type { ShowProps } from './field-view.ts'
import { usePrinting } from './use-printing.ts'

export function ShowPrinted({ value, field }: ShowProps) {
  const printing = usePrinting()
  return <span className="numbers">{fieldType(field.type.kind).print(value, field.type, printing)}</span>
}
