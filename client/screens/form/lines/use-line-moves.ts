// Adds, removes and moves the lines of a form, and says where the keyboard goes on.
import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import type { RecordForm } from '../use-record-form.ts'
import type { FormLine, FormPart } from './form-lines.ts'
import { cellPath, isBlankLine, newLine, writtenColumns } from './form-lines.ts'
import { say } from '../../../words/say.ts'
import type { LinePaste } from './use-line-paste.ts'
import { useLinePaste } from './use-line-paste.ts'

export interface LineMoves extends LinePaste {
  readonly said: string
  add(): void
  remove(index: number): void
  move(index: number, by: -1 | 1, field?: string): void
  set(line: FormLine, field: string, value: unknown): void
  /** The keys of a cell; `isLast`: of the last column. */
  onKeyDown(
    event: KeyboardEvent,
    at: { readonly index: number; readonly field: string; readonly isLast: boolean },
  ): void
  /** The place that the keyboard goes to, once. */
  takeWanted(): string | undefined
}

export function useLineMoves(part: FormPart, form: RecordForm): LineMoves {
  const wanted = useRef<string | undefined>(undefined)
  const [said, setSaid] = useState('')
  const lines = form.linesOf(part)
  const first = writtenColumns(part)[0]?.name.identifier
  const noun = part.entity.name.label
  const goTo = (key: string | undefined, field = first) => {
    wanted.current = key === undefined || field === undefined ? undefined : cellPath(part.name, key, field)
  }
  const change = (next: readonly FormLine[], message: string, touched?: readonly string[]) => {
    form.setLines(part, next, touched)
    setSaid(message)
  }
  const add = (field?: string) => {
    const made = newLine(part)
    goTo(made.key, field)
    change([...lines, made], say('{name} {number} added.', { name: noun, number: lines.length + 1 }))
  }
  const move = (index: number, by: -1 | 1, field?: string) => {
    const to = index + by
    const line = lines[index]
    if (part.order === undefined || line === undefined || to < 0 || to >= lines.length) return
    goTo(line.key, field)
    change(
      lines.toSpliced(index, 1).toSpliced(to, 0, line),
      say('{name} {number} is now number {to}.', { name: noun, number: index + 1, to: to + 1 }),
    )
  }
  const paste = useLinePaste(part, lines, (next, message, at, touched) => {
    goTo(next[at.index]?.key, at.field)
    change(next, message, touched)
  })
  const mayAdd = part.creatable.size > 0
  return {
    ...paste,
    said,
    add: () => add(),
    remove: (index) => {
      goTo((lines[index + 1] ?? lines[index - 1])?.key)
      change(lines.toSpliced(index, 1), say('{name} {number} removed.', { name: noun, number: index + 1 }))
    },
    move,
    set: (line, field, value) =>
      change(
        lines.map((each) => (each.key === line.key ? { ...each, values: { ...each.values, [field]: value } } : each)),
        said,
        [cellPath(part.name, line.key, field)],
      ),
    onKeyDown: (event, { index, field, isLast }) => {
      if (event.defaultPrevented) return
      if (paste.undo && (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z') {
        event.preventDefault()
        paste.undo()
      }
      // What opens below a cell takes its own keys.
      if (isOpen(event.target)) return
      const line = lines[index]
      if (line === undefined) return
      const isEnd = index === lines.length - 1
      if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
        event.preventDefault()
        move(index, event.key === 'ArrowUp' ? -1 : 1, field)
      } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault()
        const next = lines[index + (event.shiftKey ? -1 : 1)]
        if (next) focusLineCell(document, cellPath(part.name, next.key, field))
        else if (!event.shiftKey && mayAdd && !isBlankLine(part, line)) add()
      } else if (event.key === 'Tab' && !event.shiftKey && isLast && isEnd && mayAdd && !isBlankLine(part, line)) {
        event.preventDefault()
        add()
      }
    },
    takeWanted: () => {
      const place = wanted.current
      wanted.current = undefined
      return place
    },
  }
}

/** Goes into the cell of that place, where something can be written into it. */
export function focusLineCell(root: ParentNode, place: string): void {
  const cell = root.querySelector(`[data-cell="${CSS.escape(place)}"]`)
  const input = cell?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, [tabindex="0"]')
  input?.focus()
  if (input instanceof HTMLInputElement && input.type === 'text') input.select()
}

/** Is a list of choices open, in which Enter chooses and the arrows move? */
function isOpen(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.dataset['expanded'] !== undefined || target.getAttribute('aria-expanded') === 'true'
}
