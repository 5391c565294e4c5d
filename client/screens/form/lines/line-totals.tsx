// Shows what a record works out from its lines, below them.
import { readsOf } from '#shared/expressions/reads.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { isMeasuredInCharacters } from '#shared/fields/value-limits.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { fieldLabel } from '../../../data/field-label.ts'
import type { FieldValues } from '../../../data/records/record-mutations.ts'
import { useModel } from '../../../data/spec.ts'
import { FieldValue } from '../../../fields/field-value.tsx'
import type { FormError } from '../use-record-form.ts'
import classes from './line-grid.module.css'

interface Props {
  readonly part: { readonly part: { readonly entity: string; readonly field: string }; readonly entity: Entity }
  readonly record: FieldValues
  readonly errorAt?: (field: string) => FormError | undefined
}

export function LineTotals({ part, record, errorAt }: Props) {
  const model = useModel()
  const type = part.entity.fields.get(part.part.field)?.type
  const head = type?.kind === 'relation' ? model.entities.get(type.entity) : undefined
  const totals = head ? totalsOf(head, part.part.entity) : []
  const shown = totals.filter((field) => !isEmptyValue(record[field.name.identifier], field.type))
  if (shown.length === 0) return null
  return (
    <dl className={classes['totals']}>
      {shown.map((field) => {
        const error = errorAt?.(field.name.identifier)
        return (
          <div key={field.name.identifier} className={classes['total']}>
            <dt>{fieldLabel(field)}</dt>
            <dd>
              <FieldValue value={record[field.name.identifier]} field={field} />
            </dd>
            {error && (
              <dd role="alert" className={classes['wrong']}>
                {error.message}
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

/** Lists what of the head is worked out from these lines, as far as the reader may know how. A text is no total. */
export function totalsOf(head: Entity, lines: string): readonly Field[] {
  return [...head.fields.values()].filter(
    ({ computed, type }) =>
      computed &&
      !isMeasuredInCharacters(type.kind) &&
      readsOf(computed.expression.tree).others.some(({ entity }) => entity === lines),
  )
}
