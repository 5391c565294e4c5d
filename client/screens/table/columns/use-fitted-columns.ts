// Follows how much room a list has, and chooses the columns that fit into it.
import { useMediaQuery } from '@mantine/hooks'
import type { RefObject } from 'react'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { useModel } from '../../../data/spec.ts'
import { usePrinting } from '../../../fields/use-printing.ts'
import { usePrinted } from '../../../ui/use-printed.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import type { FittedColumns } from './fit-columns.ts'
import { fitColumns } from './fit-columns.ts'
import { textWidths } from './text-widths.ts'

/** The list's border, and the bar by which it is scrolled. */
const EDGES = 18

/**
 * Room that the last list had, so that the next list in this window need not be laid out before its columns are
 * known.
 */
let lastRoom: { readonly window: number; readonly room: number } | undefined

interface ShownColumns extends FittedColumns {
  /** Rows beside each other; else each record is a card, with all columns. */
  readonly isWide: boolean
}

const NO_RECORDS: readonly RecordData[] = []

/** `beside`: as wide as the list. The first `records` say how wide their texts are: those that follow move no column. */
export function useFittedColumns(
  beside: RefObject<HTMLElement | null>,
  columns: readonly ListColumn[],
  areChosen: boolean,
  records: readonly RecordData[],
  given: ReadonlyMap<string, number>,
): ShownColumns {
  const isPrinted = usePrinted()
  const isWideWindow = useMediaQuery('(min-width: 48em)', globalThis.matchMedia('(min-width: 48em)').matches)
  const isWide = isPrinted || isWideWindow
  const [room, setRoom] = useState(() => (lastRoom?.window === globalThis.innerWidth ? lastRoom.room : undefined))
  const paths = columns.map(({ path }) => path.join('.')).join(' ')
  const [looked, setLooked] = useState({ paths, columns, records })
  if (looked.paths !== paths || (looked.records.length === 0 && records.length > 0))
    setLooked({ paths, columns, records })
  const model = useModel()
  const printing = usePrinting()
  const texts = useMemo(
    () =>
      // Cards have all columns, one below the other.
      textWidths(looked.columns, isWide ? looked.records : NO_RECORDS, {
        printing,
        titleOf: (entity, record) => titleOf(model, entity, record),
      }),
    [looked, model, printing, isWide],
  )
  useLayoutEffect(() => {
    const element = beside.current
    if (element === null || !isWide) return undefined
    // On paper it is not shown: the columns stay as they were.
    const measure = () => {
      if (element.clientWidth === 0) return
      lastRoom = { window: globalThis.innerWidth, room: element.clientWidth - EDGES }
      setRoom(lastRoom.room)
    }
    if (lastRoom?.window !== globalThis.innerWidth) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [beside, isWide])
  return useMemo(
    () => ({
      // On paper all of them stand, as wide as their texts need.
      ...(isWide && !isPrinted
        ? fitColumns(columns, room ?? Number.POSITIVE_INFINITY, areChosen, texts, given)
        : { columns, widths: [], least: [] }),
      isWide,
    }),
    [columns, room, areChosen, isWide, isPrinted, texts, given],
  )
}
