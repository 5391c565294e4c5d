// Lists the field types by which a list offers filters.
import type { FieldKind } from '../../fields/field-type.ts'

export const OFFERED_FILTERS: ReadonlySet<FieldKind> = new Set(['one of', 'several of', 'yes/no', 'relation'])
