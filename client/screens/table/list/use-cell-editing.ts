// Edits one cell of a list at a time: asked for first, then sent, then on to the next.
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldType } from '#shared/fields/field-type.ts'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity } from '#shared/model/model.ts'
import { isEmptyValue, isMany } from '#shared/fields/coerce-value.ts'
import { RequestRefusal, sendRequest } from '../../../data/api.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import { refreshRecords } from '../../../data/submission/refresh-records.ts'
import { useModel } from '../../../data/spec.ts'
import { sayValueError } from '../../../data/value-error.ts'
import { fieldView } from '../../../fields/registry.ts'
import { say } from '../../../words/say.ts'
import { focusCell } from './focus-cell.ts'

export interface CellEdits {
  /** The value that is edited, in JSON form. */
  readonly value: unknown
  readonly error: string | undefined
  readonly entity: Entity
  /** Whose value it is, as it was before. */
  readonly record: RecordData | undefined
  isAt(id: string, column: ListColumn): boolean
  /** Can such cells be edited at all? */
  isEditable(column: ListColumn): boolean
  start(record: RecordData, column: ListColumn): void
  startFirst(record: RecordData): void
  change(value: unknown): void
  /** Sends what was changed; `step`: to the next or the previous cell of the row, else the cell has the keyboard again. */
  finish(step?: 1 | -1, value?: unknown): void
  /** Sends what was changed; the person has gone on elsewhere. */
  leave(value?: unknown): void
  cancel(): void
  /** Says that such cells can't be edited. */
  refuse(column: ListColumn): void
}

interface Cell {
  readonly record: RecordData
  readonly etag: string | null
  readonly field: string
  readonly value: unknown
  readonly error?: string
  readonly isSending?: boolean
}

interface Finish {
  readonly step?: 1 | -1 | undefined
  readonly given?: unknown
  /** The keyboard is elsewhere already. */
  readonly hasLeft?: boolean
  /** The list is gone, and the editor with it. */
  readonly hasGone?: boolean
}

interface EditingOptions {
  /** The keyboard goes on there after an edit; without it, at the cell. */
  readonly returnFocus?: (id: string, field: string) => void
  /** On a page there is room for paragraphs. */
  readonly isRoomy?: boolean
}

export function useCellEditing(
  entity: Entity,
  columns: readonly ListColumn[],
  updatable: ReadonlySet<string>,
  {
    returnFocus = (id, field) =>
      focusCell({ id, at: columns.findIndex(({ path }) => path.length === 1 && path[0] === field) }),
    isRoomy = false,
  }: EditingOptions = {},
): CellEdits {
  const client = useQueryClient()
  const model = useModel()
  const [cell, setCell] = useState<Cell>()
  const isEditable = useCallback(
    ({ path, field }: ListColumn): boolean => {
      // Long texts are edited on the page of the record, lists and their like in its form.
      const { closed, long } = fieldView(field.type.kind)
      const canBe = (fieldType(field.type.kind).inCells === true || (isRoomy && long === true)) && !closed
      return path.length === 1 && updatable.has(path[0] ?? '') && canBe && !isMany(field)
    },
    [updatable, isRoomy],
  )
  const editable = columns.filter(isEditable).map(({ path }) => path[0] ?? '')
  /** Counts what the person does: an answer that comes when they have gone on leads them nowhere. */
  const turn = useRef(0)
  const open = async (id: string, field: string) => {
    const own = ++turn.current
    try {
      const { data, etag } = await sendRequest<RecordData>(`/api/${entity.path}/${encodeURIComponent(id)}?may=yes`)
      if (own !== turn.current) return
      const may = data._may?.update[field]
      if (may === true)
        setCell({ record: collapseRecord(data), etag, field, value: collapseRecord(data)[field] ?? null })
      else tell(may?.message ?? say('You may not change this here.'))
    } catch (error) {
      tell(error instanceof RequestRefusal ? error.problem.detail : String(error))
    }
  }
  const isGone = useRef(false)
  const left = useRef<readonly [id: string, field: string]>(undefined)
  const close = (at?: readonly [id: string, field: string]) => {
    turn.current++
    left.current = at
    setCell(undefined)
  }
  // What has the keyboard then stands again only when the editor is gone.
  const isEditing = cell !== undefined
  const leadBack = useEffectEvent((id: string, field: string) => returnFocus(id, field))
  useEffect(() => {
    if (!isEditing && left.current) leadBack(...left.current)
    left.current = undefined
  }, [isEditing])
  // What was kept may have made the page another one: the keyboard goes on at the value, wherever that stands now.
  const goOnElsewhere = (at: readonly [id: string, field: string] | undefined) => {
    if (at) requestAnimationFrame(() => returnFocus(...at))
  }
  const finish = async ({ step, given, hasLeft = false, hasGone = false }: Finish) => {
    if (cell === undefined || cell.isSending) return
    const { record, etag, field } = cell
    const value = given === undefined ? cell.value : given
    const before = record[field] ?? null
    const next = step === undefined ? undefined : editable[editable.indexOf(field) + step]
    const goOn = () => {
      if (isGone.current) goOnElsewhere(hasLeft ? undefined : [record.id, field])
      else if (next !== undefined) void open(record.id, next)
      else close(hasLeft ? undefined : [record.id, field])
    }
    const asked = entity.fields.get(field)
    const isNothing = (each: unknown): boolean => isEmptyValue(each, asked?.type)
    if (JSON.stringify(value) === JSON.stringify(before) || (isNothing(value) && isNothing(before))) {
      goOn()
      return
    }
    const wrong = asked && sayValueError(model, asked, value)
    if (wrong !== undefined) {
      // Where its editor is gone with the list, it is said.
      if (hasGone) tell([wrong, ...sayWritten(value, asked?.type)].join(' '))
      else setCell({ ...cell, value, error: wrong })
      return
    }
    const own = ++turn.current
    const sending = { ...cell, value, isSending: true }
    setCell(sending)
    const clear = () => setCell((now) => (now === sending ? undefined : now))
    try {
      await sendRequest(`/api/${entity.path}/${encodeURIComponent(record.id)}`, {
        method: 'PATCH',
        body: { [field]: value },
        headers: etag ? { 'If-Match': etag } : {},
      })
      await refreshRecords(client)
      if (own === turn.current) goOn()
      else clear()
    } catch (error) {
      const problem = error instanceof RequestRefusal ? error.problem : undefined
      const message = problem?.errors.find((each) => each.field === field)?.message ?? problem?.detail ?? String(error)
      if (own === turn.current) {
        setCell({ ...cell, value, error: message })
        return
      }
      clear()
      tell([message, ...sayWritten(value, entity.fields.get(field)?.type)].join(' '))
    }
  }
  // What was written is kept also where the whole list is left, by a key for example.
  const leaveList = useEffectEvent(() => {
    goOnElsewhere(left.current)
    void finish({ hasLeft: true, hasGone: true })
  })
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      leaveList()
    }
  }, [])
  return {
    value: cell?.value,
    error: cell?.error,
    entity,
    record: cell?.record,
    isAt: (id, column) => cell?.record.id === id && column.path.length === 1 && column.path[0] === cell.field,
    isEditable,
    start: (record, column) => isEditable(column) && void open(record.id, column.path[0] ?? ''),
    startFirst: (record) => editable[0] !== undefined && void open(record.id, editable[0]),
    change: (value) =>
      cell && !cell.isSending && setCell({ record: cell.record, etag: cell.etag, field: cell.field, value }),
    finish: (step, given) => void finish({ step, given }),
    leave: (given) => void finish({ hasLeft: true, given }),
    cancel: () => cell && close([cell.record.id, cell.field]),
    refuse: ({ label }) => tell(say('{field} can’t be changed in the list.', { field: label })),
  }
}

/** Nothing that was typed is lost where nobody sees its editor any more; what was chosen is no text. */
function sayWritten(value: unknown, type: FieldType | undefined): readonly string[] {
  if (value instanceof UnreadText) return [say('You wrote “{text}”.', { text: value.text })]
  if ((type && fieldType(type.kind).chosen) || (typeof value !== 'string' && typeof value !== 'number')) return []
  return [say('You wrote “{text}”.', { text: String(value) })]
}

function tell(message: string): void {
  notifications.show({ message, color: 'red' })
}
