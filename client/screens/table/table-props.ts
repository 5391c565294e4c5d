// Declares the props of a list of records, as rows or as cards.
import type { ReactNode } from 'react'
import type { Sort } from '#shared/model/model.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import type { RecordData } from '../../data/records/record-data.ts'

export interface TableProps {
  /** Caption for those who do not see the heading above the table. */
  readonly caption: string
  readonly columns: readonly ListColumn[]
  readonly records: readonly RecordData[]
  /** Returns the path that shows the record, or undefined if there is none. */
  readonly pathOf: (record: RecordData) => string | undefined
  /** Renders the actions on a record at the end of its row. */
  readonly toolsOf?: ((record: RecordData) => ReactNode) | undefined
  readonly sort?: readonly Sort[]
  /** Inside a card, which has a border already. */
  readonly flush?: boolean
  readonly onSort?: (field: string) => void
}
