// Shows the value of a field by its type, a dash where there is none, or that it is withheld.
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { Icon } from '../ui/icon.tsx'
import { say } from '../words/say.ts'
import classes from './field-value.module.css'
import type { ViewedField } from './field-view.ts'
import { fieldView } from './registry.ts'

interface Props {
  /** Undefined: the reader may not read it of this record, and it is in no answer. */
  readonly value: unknown
  readonly field: ViewedField
  readonly compact?: boolean
  /** When a moment is, rather than how far away. */
  readonly exact?: boolean
  /** `isOverdue` is true where the value is past its day and its record is still open. */
  readonly isOverdue?: boolean | undefined
}

export function FieldValue({ value, field, compact = false, exact = false, isOverdue = false }: Props) {
  if (value === undefined) return <Missing sign="…" says={say('Not shown to you')} />
  if (isEmptyValue(value, field.type)) return <Missing sign="–" says={say('none')} />
  const { Show } = fieldView(field.type.kind)
  const shown = <Show value={value} field={field} compact={compact} exact={exact} />
  if (!isOverdue) return shown
  return (
    <span className={classes['overdue']}>
      <Icon name="warning" size={13} />
      <span className="unseen">{say('Overdue')}: </span>
      {shown}
    </span>
  )
}

function Missing({ sign, says }: { readonly sign: string; readonly says: string }) {
  return (
    <>
      <span aria-hidden="true" className="none" title={says}>
        {sign}
      </span>
      <span className="unseen">{says}</span>
    </>
  )
}
