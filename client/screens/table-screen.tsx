// Shows a list of records with search, filters and order.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { OFFERED_FILTERS } from '#shared/model/2-screens/offered-filters.ts'
import type { Entity, Model, Screen } from '#shared/model/model.ts'
import { columnsOf, expandFor } from '../data/records/list-columns.ts'
import { both, isFromToday, isOneOf } from '../data/records/filter-conditions.ts'
import { listedFields } from '../data/records/listed-fields.ts'
import { usePages } from '../data/records/record-queries.ts'
import { isSearchable } from '../data/records/related-records.ts'
import { usePermissions } from '../data/records/permissions.ts'
import { allScreens, formScreen, recordPath } from '../data/visible-screens.ts'
import { useKnownSession } from '../data/session.ts'
import { readSort, writeSort } from '../data/records/sort-parameter.ts'
import { useModel } from '../data/spec.ts'
import { PageHead } from '../shell/page-head.tsx'
import { RefusalNote } from '../shell/refusal-note.tsx'
import { absentCreation, ExplainMissing } from '../shell/explain/explain-missing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { ListSkeleton, Loading } from '../ui/skeletons.tsx'
import { ListControls } from './table/list-controls.tsx'
import { useListState } from './table/list-state.ts'
import { RecordTable } from './table/record-table.tsx'

interface Props {
  readonly screen: Screen
  readonly entityName: string
  /** A date by which it is ordered, and from which on it shows what is to come. */
  readonly by?: string
  /** The date on which what it shows is over. */
  readonly until?: string | undefined
  readonly note?: string
}

export function TableScreen({ entityName, ...props }: Props) {
  const entity = useModel().entities.get(entityName)
  return entity ? <EntityTable {...props} entity={entity} /> : null
}

function EntityTable({ screen, entity, by, until, note }: Omit<Props, 'entityName'> & { readonly entity: Entity }) {
  const model = useModel()
  const session = useKnownSession()
  const { readable, creatable } = usePermissions(entity)
  const columns = columnsOf(model, entity, by ? datedColumns(model, entity, screen, by) : screen.columns, readable)
  const filters = (screen.filters ?? [])
    .filter((name) => readable.has(name))
    .flatMap((name) => entity.fields.get(name) ?? [])
    .filter(({ type }) => OFFERED_FILTERS.has(type.kind))
  const state = useListState(filters.map((field) => field.name.identifier))
  const ordered = screen.sort ?? (by ? [{ field: by, descending: false }] : entity.order)
  const sort = state.sort ? readSort(state.sort) : ordered
  const [today] = useState(() => new Date())
  const dated = by ? entity.fields.get(by) : undefined
  const filter = both(
    screen.where?.text,
    state.where?.text,
    dated && isFromToday(dated, today, until === undefined ? undefined : entity.fields.get(until)),
    ...filters.map((field) => isOneOf(field, state.filter(field.name.identifier))),
  )
  const pages = usePages(entity, {
    ...(filter ? { filter } : {}),
    ...(state.search ? { search: state.search } : {}),
    sort: writeSort(sort.filter((each) => readable.has(each.field.split('.')[0] ?? ''))),
    fields: listedFields(model, entity, columns, readable),
    expand: expandFor(model, session, columns, entity),
    limit: screen.perPage ?? model.settings.pageSize,
    count: true,
  })
  const records = pages.data?.pages.flatMap((page) => page.items) ?? []
  const count = pages.data?.pages[0]?.count
  const create = formScreen(model, session, entity.name.identifier)
  const toggleSort = (field: string) => {
    const [first] = sort
    state.setSort(first?.field === field && !first.descending ? `-${field}` : field)
  }
  const searchable = (screen.search ?? isSearchable(entity)) && isSearchable(entity)
  return (
    <>
      <PageHead title={screen.name} prose={screen.prose}>
        {create && (
          <Button component={Link} to={create.route} leftSection={<Icon name="plus" size={16} />} aria-keyshortcuts="n">
            {create.name}
          </Button>
        )}
      </PageHead>
      {note && (
        <Text size="sm" c="dimmed" mb="md">
          {note}
        </Text>
      )}
      <ListControls
        state={state}
        filters={filters}
        search={searchable ? `Search ${entity.plural.toLowerCase()}` : undefined}
      />
      {pages.error && <RefusalNote error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && (
        <Loading>
          <div className="card">
            <ListSkeleton />
          </div>
        </Loading>
      )}
      {pages.data &&
        (records.length === 0 ? (
          <div className="card">
            {state.chosen ? (
              <EmptyState icon="search" title="Nothing matches.">
                <Button variant="default" onClick={state.clear}>
                  Show all
                </Button>
              </EmptyState>
            ) : (
              <EmptyState icon="table" title={screen.empty ?? `No ${entity.plural.toLowerCase()} yet.`} />
            )}
          </div>
        ) : (
          <RecordTable
            caption={screen.name}
            columns={columns}
            records={records}
            pathOf={(record) => recordPath(model, session, entity.name.identifier, record)}
            sort={sort}
            onSort={toggleSort}
          />
        ))}
      <Group justify="space-between" mt="md" mih={36}>
        <Text size="sm" c="dimmed" role="status" className="numbers">
          {count !== undefined && records.length > 0 && `${records.length} of ${count}`}
        </Text>
        <ExplainMissing path={`/api/${entity.path}?limit=1`} isList actions={absentCreation(entity, creatable)} />
        {pages.hasNextPage && (
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Load more
          </Button>
        )}
      </Group>
    </>
  )
}

/** The date second, after what names the record; else as in the entity's own list. */
function datedColumns(model: Model, entity: Entity, screen: Screen, by: string): readonly string[] | undefined {
  const list = allScreens(model).find(
    (each) => each.shows.kind === 'table' && each.shows.entity === entity.name.identifier,
  )
  const columns = screen.columns ?? list?.columns
  if (!columns) return undefined
  const others = columns.filter((column) => column !== by)
  return [...others.slice(0, 2), by, ...others.slice(2, 6)]
}
