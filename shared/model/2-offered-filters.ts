// The types of fields by which a list offers filters; by others a reader asks through the API.
import type { FieldKind } from '../fields/field-type.ts'

export const OFFERED_FILTERS: ReadonlySet<FieldKind> = new Set(['one of', 'several of', 'yes/no', 'relation'])
