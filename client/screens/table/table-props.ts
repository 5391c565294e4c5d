// Declares the props of a list of records, as rows or as cards.
import type { ReactNode } from 'react'
import type { Sort } from '#shared/model/model.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import type { RecordData } from '../../data/records/record-data.ts'

export interface TableProps {
  /** For those who do not see what stands above it. */
  readonly caption: string
  readonly columns: readonly ListColumn[]
  readonly records: readonly RecordData[]
  /** Where a record is shown, if anywhere. */
  readonly pathOf: (record: RecordData) => string | undefined
  /** What can be done to a record, at the end of its row. */
  readonly toolsOf?: ((record: RecordData) => ReactNode) | undefined
  readonly sort?: readonly Sort[]
  /** Inside a card, which has a border already. */
  readonly flush?: boolean
  readonly onSort?: (field: string) => void
}
