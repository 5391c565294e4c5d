// Heads a group of rows with its value and how many there are.
import { sayNumber } from '../../../words/say.ts'
import classes from '../record-table.module.css'
import type { ListGroup } from './list-groups.ts'

export function GroupRow({ group, span }: { readonly group: ListGroup; readonly span: number }) {
  return (
    <tr className={classes['group']}>
      <th scope="rowgroup" colSpan={span}>
        {group.label} <span className={classes['groupCount']}>{sayNumber(group.count)}</span>
      </th>
    </tr>
  )
}
