// Shows sums and averages below the columns of a list.
import type { ListColumn } from '../../../data/records/list-columns.ts'
import type { ListSummary } from '../use-list-totals.ts'
import { cellClass } from '../columns/column-layout.ts'
import { say } from '../../../words/say.ts'
import classes from '../record-table.module.css'

interface Props {
  readonly columns: readonly ListColumn[]
  readonly summary: ListSummary
}

export function SummaryRow({ columns, summary }: Props) {
  return (
    <tfoot>
      <tr>
        <th scope="row" className={classes['select']}>
          <span className="unseen">{say('Totals')}</span>
        </th>
        {columns.map((column, at) => {
          const total = summary.get(column.path.join('.'))
          return (
            <td key={column.path.join('.')} className={cellClass(column, at)}>
              {total && (
                <>
                  <span className={classes['totalWord']}>{total.word}</span> {total.text}
                </>
              )}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}
