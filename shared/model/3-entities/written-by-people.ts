// Tells the fields that people write from those that the system keeps, computes or gives.
import type { FieldType } from '../../fields/field-type.ts'
import { fieldType } from '../../fields/registry.ts'

interface WrittenField {
  readonly type: FieldType
  readonly standard: boolean
  readonly workflow: boolean
  readonly computed?: unknown
}

/** A state is written by transitions. */
export function isWrittenByPeople({ type, standard, workflow, computed }: WrittenField): boolean {
  return !standard && !workflow && !computed && !fieldType(type.kind).givenBySystem
}
