// Copies rows or cells of a list, for a spreadsheet.
import { notifications } from '@mantine/notifications'
import { titleOf } from '#shared/decisions/record-title.ts'
import { offlineRefusal } from '../../../data/api.ts'
import { useModel } from '../../../data/spec.ts'
import { usePrinting } from '../../../fields/use-printing.ts'
import type { CellBlock } from '../list/use-cell-range.ts'
import type { writeTsv } from './copy-rows.ts'
import { say, sayCount } from '../../../words/say.ts'

/** `withHeader`: whole rows, below the names of their columns. */
export function useCopy(): (block: CellBlock, withHeader?: boolean) => void {
  const model = useModel()
  const printing = usePrinting()
  return ({ columns, records }, withHeader = false) => {
    const options = {
      printing,
      titleOf: (entity: string, record: (typeof records)[number]) => titleOf(model, entity, record),
    }
    const cells = columns.length * records.length
    const message = withHeader
      ? sayCount(
          records.length,
          '{count} row is copied. Paste it into a spreadsheet.',
          '{count} rows are copied. Paste them into a spreadsheet.',
        )
      : sayCount(cells, '{count} cell is copied.', '{count} cells are copied.')
    const fail = (reason: string) => notifications.show({ message: reason, color: 'red' })
    const copy = async (write: typeof writeTsv) => {
      await navigator.clipboard.writeText(write(columns, records, { ...options, withHeader }))
    }
    import('./copy-rows.ts').then(
      (loaded) =>
        copy(loaded.writeTsv).then(
          () => notifications.show({ message }),
          () => fail(say('The browser did not allow copying.')),
        ),
      // Its code comes with the first copy, and may not come without a network.
      () => fail(offlineRefusal().message),
    )
  }
}
