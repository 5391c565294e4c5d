// Edits a value within its cell: Enter and Tab save it, Escape leaves it as it was.
import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { fieldView } from '../../../fields/registry.ts'
import classes from '../record-table.module.css'
import type { CellEdits } from './use-cell-editing.ts'

/** Choosing one of these says all. */
const CHOSEN_AT_ONCE: ReadonlySet<string> = new Set(['one of', 'relation', 'yes/no'])

export function CellEditor({ column, editing }: { readonly column: ListColumn; readonly editing: CellEdits }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = place.current?.querySelector<HTMLInputElement>('input, select, textarea')
    input?.focus()
    if (input?.type === 'text') input.select()
  }, [])
  const { field } = column
  const { Edit } = fieldView(field.type.kind)
  if (!Edit) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') editing.cancel()
    else if (event.key === 'Tab') editing.finish(event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' && !CHOSEN_AT_ONCE.has(field.type.kind)) editing.finish()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the input within
    <div ref={place} className={classes['editor']} data-editor onKeyDown={onKeyDown}>
      <Edit
        id={`cell-${column.path.join('-')}`}
        label={column.label}
        required={false}
        value={editing.value ?? null}
        onChange={(value) =>
          CHOSEN_AT_ONCE.has(field.type.kind) ? editing.finish(undefined, value) : editing.change(value)
        }
        error={editing.error}
        field={field}
        choices={editing.choices}
      />
    </div>
  )
}
