// Reports events and outgoing calls that wait for a change of a field which is worked out when it is read.
import { neverChanges } from '../diagnostics/4-states.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { findName } from '../model/link-context.ts'
import type { Model } from '../model/model.ts'
import { isShown, type Reference } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkChangesOfComputed: SpecificationCheck = (model, { states, calls }) => [
  ...(isShown(states) ? states.events.flatMap(({ entity, field }) => report(model, entity, field)) : []),
  ...(isShown(calls) ? calls.outgoing.flatMap(({ when }) => report(model, when.entity, when.field)) : []),
]

/** Reports the field unless its record keeps it: it changes with other records, or as time goes by. */
function report({ entities }: Model, of: Reference, reference: Reference | undefined): readonly Diagnostic[] {
  if (!reference) return []
  const all = [...entities.values()]
  const entity = entities.get(
    findName(
      of,
      all.map(({ name }) => name),
      'entity',
    ) ?? '',
  )
  const fields = [...(entity?.fields.values() ?? [])]
  const field = entity?.fields.get(
    findName(
      reference,
      fields.map(({ name }) => name),
      'field',
    ) ?? '',
  )
  if (field?.computed?.stored !== false) return []
  return [neverChanges(spanOf(reference), { field: field.name.label, value: field.computed.expression.text })]
}
