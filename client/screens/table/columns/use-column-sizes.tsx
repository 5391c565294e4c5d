// Works out how wide the columns of a list are: as the person made them, else as they fit.
import type { CSSProperties, ReactNode } from 'react'
import { useState } from 'react'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { LEAST_TEXT_WIDTH } from './column-layout.ts'
import { ColumnSizer } from './column-sizer.tsx'
import { SELECT_WIDTH } from './fit-columns.ts'

interface Props {
  readonly columns: readonly ListColumn[]
  /** Widths that fit, in the order of the columns, where undefined means that a column takes the remaining room. */
  readonly fitted: readonly (number | undefined)[]
  /** Minimum widths, in the order of the columns. */
  readonly least: readonly number[]
  /** Given by the person, by the column's path. */
  readonly widths: ReadonlyMap<string, number>
  readonly onWidth: (path: string, width: number | undefined) => void
}

interface ColumnSizes {
  /** Undefined: it takes what is left. */
  readonly widths: readonly (number | undefined)[]
  /** CSS style of the table. */
  readonly style: CSSProperties
  sizerOf(column: ListColumn, at: number): ReactNode
}

export function useColumnSizes({ columns, fitted, least, widths: given, onWidth }: Props): ColumnSizes {
  // Until it stands in the address.
  const [latest, setLatest] = useState<{
    readonly path: string
    readonly width: number
    readonly before: typeof given
  }>()
  const widths = columns.map((column, at) => {
    const path = column.path.join('.')
    return latest?.path === path && latest.before === given ? latest.width : (given.get(path) ?? fitted[at])
  })
  const whole = widths.reduce<number>((sum, width, at) => sum + (width ?? least[at] ?? LEAST_TEXT_WIDTH), SELECT_WIDTH)
  // Where nothing takes what is left, the columns would be stretched to other widths than they were given.
  const isFixed = given.size > 0 && widths.every((width) => width !== undefined)
  return {
    widths,
    style: isFixed ? { width: whole } : { minWidth: whole },
    sizerOf: (column, at) => {
      const path = column.path.join('.')
      return (
        <ColumnSizer
          label={column.label}
          width={widths[at]}
          onDrag={(width) => setLatest({ path, width, before: given })}
          onChange={(width) => {
            setLatest(width === undefined ? undefined : { path, width, before: given })
            onWidth(path, width)
          }}
        />
      )
    },
  }
}
