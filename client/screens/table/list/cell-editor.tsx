// Edits a value in its place: Enter and Tab save it, Ctrl+Enter a long text; Escape leaves it as it was.
import { Button, Group } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { fieldType } from '#shared/fields/registry.ts'
import { choiceFilter } from '../../../data/records/choice-filter.ts'
import { readableBy } from '../../../data/records/permissions.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { fieldEditor } from '../../../fields/edit/field-editor.ts'
import { fieldView } from '../../../fields/registry.ts'
import { say } from '../../../words/say.ts'
import classes from '../record-table.module.css'
import type { CellEdits } from './use-cell-editing.ts'

export function CellEditor({ column, editing }: { readonly column: ListColumn; readonly editing: CellEdits }) {
  const place = useRef<HTMLDivElement>(null)
  /** `isLeft` is true when the person moves to another place by Tab or a click. */
  const isLeft = useRef(false)
  /** Value that the editor gave since the last key or click. */
  const settled = useRef<{ readonly value: unknown }>(undefined)
  const model = useModel()
  const session = useKnownSession()
  useEffect(() => {
    const input = place.current?.querySelector<HTMLInputElement>('input, select, textarea')
    input?.focus()
    if (input?.type === 'text') input.select()
    // What one chooses from is there at once.
    if (input?.getAttribute('aria-haspopup') === 'listbox') input.click()
  }, [])
  const leave = useEffectEvent(() => editing.leave(settled.current?.value))
  useEffect(() => {
    const leaveByClick = ({ target }: PointerEvent) => {
      isLeft.current = false
      if (!(target instanceof Element) || place.current?.contains(target)) return
      // A calendar or a list of choices belongs to the input, wherever it is drawn.
      if (target.closest('#above')) return
      // An input in which one chooses settles what was typed when it is left: it is saved by that, or stays with what is wrong.
      isLeft.current = true
      settled.current = undefined
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      leave()
    }
    document.addEventListener('pointerdown', leaveByClick, true)
    return () => document.removeEventListener('pointerdown', leaveByClick, true)
  }, [])
  const { field } = column
  const { Edit } = fieldEditor(field.type.kind)
  if (!Edit) return null
  const isLong = fieldView(field.type.kind).long === true
  // Choosing says all.
  const { chosen } = fieldType(field.type.kind)
  /**
   * Settles the text that was typed in an input for choosing, by taking the focus from it, since such an input
   * settles when it is left.
   */
  const settle = () => {
    const input = document.activeElement
    if (!chosen || settled.current !== undefined || !(input instanceof HTMLElement)) return
    input.blur()
    input.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') editing.cancel()
    else if (isLong && (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey))) return
    else if (event.key === 'Tab') {
      settle()
      editing.finish(event.shiftKey ? -1 : 1, settled.current?.value)
    } else if (event.key === 'Enter' && !chosen) editing.finish()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKeyDownCapture = ({ key }: KeyboardEvent) => {
    isLeft.current = key === 'Tab'
    settled.current = undefined
  }
  const change = (value: unknown) => {
    settled.current = { value }
    if (!chosen) editing.change(value)
    // Who goes on elsewhere takes it along.
    else if (!isLeft.current) editing.finish(undefined, value)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the input within
    <div
      ref={place}
      className={classes['editor']}
      data-editor
      onKeyDownCapture={onKeyDownCapture}
      onKeyDown={onKeyDown}
    >
      <Edit
        id={`cell-${column.path.join('-')}`}
        label={column.label}
        required={field.required === true}
        compact={chosen === true}
        value={editing.value ?? null}
        onChange={change}
        error={editing.error}
        field={field}
        choices={editing.record && choiceFilter(editing.entity, field, editing.record, readableBy(model, session))}
      />
      {isLong && (
        <Group gap="xs" mt="xs">
          <Button size="compact-sm" onClick={() => editing.finish()}>
            {say('Save')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => editing.cancel()}>
            {say('Cancel')}
          </Button>
        </Group>
      )}
    </div>
  )
}
