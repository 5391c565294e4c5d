// Edits a value within its cell: Enter and Tab save it, Escape leaves it as it was.
import type { KeyboardEvent } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { fieldType } from '#shared/fields/registry.ts'
import { choiceFilter } from '../../../data/records/choice-filter.ts'
import { readableBy } from '../../../data/records/permissions.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { fieldEditor } from '../../../fields/edit/field-editor.ts'
import classes from '../record-table.module.css'
import type { CellEdits } from './use-cell-editing.ts'

export function CellEditor({ column, editing }: { readonly column: ListColumn; readonly editing: CellEdits }) {
  const place = useRef<HTMLDivElement>(null)
  const model = useModel()
  const session = useKnownSession()
  useEffect(() => {
    const input = place.current?.querySelector<HTMLInputElement>('input, select, textarea')
    input?.focus()
    if (input?.type === 'text') input.select()
    // What one chooses from is there at once.
    if (input?.getAttribute('aria-haspopup') === 'listbox') input.click()
  }, [])
  const leave = useEffectEvent(() => editing.leave())
  useEffect(() => {
    const leaveByClick = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || place.current?.contains(target)) return
      // A calendar or a list of choices belongs to the input, wherever it is drawn.
      if (!target.closest('#above')) leave()
    }
    document.addEventListener('pointerdown', leaveByClick, true)
    return () => document.removeEventListener('pointerdown', leaveByClick, true)
  }, [])
  const { field } = column
  const { Edit } = fieldEditor(field.type.kind)
  if (!Edit) return null
  // Choosing says all.
  const { chosen } = fieldType(field.type.kind)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') editing.cancel()
    else if (event.key === 'Tab') editing.finish(event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' && !chosen) editing.finish()
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
        required={field.required === true}
        compact={chosen === true}
        value={editing.value ?? null}
        onChange={(value) => (chosen ? editing.finish(undefined, value) : editing.change(value))}
        error={editing.error}
        field={field}
        choices={editing.record && choiceFilter(editing.entity, field, editing.record, readableBy(model, session))}
      />
    </div>
  )
}
