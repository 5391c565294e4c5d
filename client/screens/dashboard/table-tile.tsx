// Shows the first records of a list as a tile.
import { joinConditions, writeSort } from '#shared/decisions/2-screens.ts'
import { Text } from '@mantine/core'
import type { Entity, Tile } from '#shared/model/model.ts'
import { columnsOf, expandFor } from '../../data/records/list-columns.ts'
import { listedFields } from '../../data/records/listed-fields.ts'
import { useList } from '../../data/records/record-queries.ts'
import { usePermissions } from '../../data/records/permissions.ts'
import { allScreens, recordPath } from '../../data/visible-screens.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { useDrawnSoon } from '../../ui/use-drawn-soon.ts'
import type { Period } from './period.ts'
import { conditionOfPeriod } from './use-period.ts'
import { RecordTable } from '../table/record-table.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly tile: Extract<Tile['shows'], { readonly kind: 'table' }>
  readonly entity: Entity
  readonly name: string
  readonly period: Period | undefined
}

const MOST_COLUMNS = 5

export function TableTile({ tile, entity, name, period }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const { readable } = usePermissions(entity)
  // As in the entity's own list, where there is one.
  const list = allScreens(model).find(
    (screen) => screen.shows.kind === 'table' && screen.shows.entity === entity.name.identifier,
  )
  const named = tile.columns ?? list?.columns?.slice(0, MOST_COLUMNS + 2)
  const columns = columnsOf(model, entity, named, readable)
  const filter = joinConditions(tile.where?.text, conditionOfPeriod(entity, tile, period?.now))
  const records = useList(entity, {
    ...(filter === undefined ? {} : { filter }),
    sort: writeSort(tile.sort ?? entity.order),
    fields: listedFields(model, entity, columns, readable),
    expand: expandFor(model, session, columns, entity),
    limit: tile.first,
  })
  const isDrawn = useDrawnSoon(records.data !== undefined)
  if (records.error) return <RefusalNote error={records.error} onRetry={() => void records.refetch()} />
  if (!records.data || !isDrawn) {
    return (
      <Loading>
        <ListSkeleton rows={tile.first} />
      </Loading>
    )
  }
  if (records.data.items.length === 0) return <Text c="dimmed">{say('Nothing here.')}</Text>
  return (
    <RecordTable
      caption={name}
      flush
      columns={columns}
      records={records.data.items}
      pathOf={(record) => recordPath(model, session, entity.name.identifier, record)}
    />
  )
}
