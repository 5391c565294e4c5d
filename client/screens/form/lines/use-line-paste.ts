// Pastes cells of a spreadsheet into the lines of a form, and takes all of them back at once.
import type { ClipboardEvent } from 'react'
import { useState } from 'react'
import type { Field } from '#shared/model/model.ts'
import { useKnownRecords } from './known-records.ts'
import { useReading } from '../../../fields/use-reading.ts'
import { say, sayCount } from '../../../words/say.ts'
import type { FormLine, FormPart } from './form-lines.ts'
import { placeCells } from './place-paste.ts'
import { readPasted, readRange } from './read-paste.ts'

interface CellPlace {
  readonly index: number
  readonly field: string
}

export interface LinePaste {
  /** Changes with each paste: an input that keeps what was typed in it begins anew. */
  readonly turn: number
  /** Takes the last one back; undefined: there is none, or something was written since. */
  readonly undo: (() => void) | undefined
  readonly onPaste: (event: ClipboardEvent, at: CellPlace) => void
}

/** `change`: the cell from which the keyboard goes on is `at`. */
export function useLinePaste(
  part: FormPart,
  lines: readonly FormLine[],
  change: (next: readonly FormLine[], message: string, at: CellPlace, touched?: readonly string[]) => void,
): LinePaste {
  const reading = useReading()
  const known = useKnownRecords()
  const [turn, setTurn] = useState(0)
  const [last, setLast] = useState<{
    readonly at: CellPlace
    readonly before: typeof lines
    readonly after: typeof lines
  }>()
  const go = (...given: Parameters<typeof change>) => {
    change(...given)
    setTurn(turn + 1)
  }
  return {
    turn,
    undo: last?.after === lines ? () => go(last.before, say('What was pasted is taken back.'), last.at) : undefined,
    onPaste: (event, at) => {
      const into = part.columns.find(({ name }) => name.identifier === at.field)
      const rows = into && readRange(event.clipboardData.getData('text/plain'), into)
      if (rows === undefined || event.defaultPrevented) return
      event.preventDefault()
      const read = (field: Field, text: string) => readPasted(field, text, { reading, known })
      const { lines: after, touched, filled, leftOut } = placeCells(part, lines, { rows, ...at, read })
      setLast({ at, before: lines, after })
      go(after, sayPasted(filled, leftOut), at, touched)
    },
  }
}

function sayPasted(filled: number, leftOut: number): string {
  const lines = sayCount(filled, '{count} line was filled.', '{count} lines were filled.')
  if (leftOut === 0) return lines
  const others = sayCount(
    leftOut,
    '{count} pasted cell has no place here and was left out.',
    '{count} pasted cells have no place here and were left out.',
  )
  return `${lines} ${others}`
}
