// Shows the rows behind a number where no list of the document shows all of them.
import { writeSort } from '#shared/decisions/2-screens.ts'
import { Text } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import type { Entity } from '#shared/model/model.ts'
import { columnsOf, expandFor } from '../../data/records/list-columns.ts'
import { listedFields } from '../../data/records/listed-fields.ts'
import { usePermissions } from '../../data/records/permissions.ts'
import { useList } from '../../data/records/record-queries.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { recordPath } from '../../data/visible-screens.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { SideDialog } from '../../ui/dialog/dialog.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { say } from '../../words/say.ts'
import { RecordTable } from '../table/record-table.tsx'
import type { RowsInPlace } from './use-rows-link.ts'
import { readRows, withoutRows } from './use-rows-link.ts'

export function RowsDrawer() {
  const model = useModel()
  const [parameters, setParameters] = useSearchParams()
  const rows = readRows(parameters)
  const entity = rows && model.entities.get(rows.entity)
  if (!rows || !entity) return null
  const close = () => setParameters(withoutRows(parameters), { replace: true })
  return (
    <SideDialog opened onClose={close} title={rows.title} size="min(60rem, 100%)">
      <Rows entity={entity} rows={rows} />
    </SideDialog>
  )
}

/** More than people read through; they filter a list instead. */
const MOST_ROWS = 100

function Rows({ entity, rows }: { readonly entity: Entity; readonly rows: RowsInPlace }) {
  const model = useModel()
  const session = useKnownSession()
  const { readable } = usePermissions(entity)
  const columns = columnsOf(model, entity, undefined, readable)
  const records = useList(entity, {
    ...(rows.where === undefined ? {} : { filter: rows.where }),
    sort: writeSort(entity.order),
    fields: listedFields(model, entity, columns, readable),
    expand: expandFor(model, session, columns, entity),
    limit: MOST_ROWS,
    count: true,
  })
  if (records.error) return <RefusalNote error={records.error} onRetry={() => void records.refetch()} />
  if (!records.data) {
    return (
      <Loading>
        <ListSkeleton rows={6} />
      </Loading>
    )
  }
  const { items, count = items.length } = records.data
  return (
    <>
      <RecordTable
        caption={rows.title}
        columns={columns}
        records={items}
        pathOf={(record) => recordPath(model, session, entity.name.identifier, record)}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {say('{shown} of {count}', { shown: items.length, count })}
      </Text>
    </>
  )
}
