// Shows a list of records with views, search, filters and order.
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Entity } from '#shared/model/model.ts'
import { labelOfName } from '../data/field-label.ts'
import { createsInPicker, onlyStep, usePermissions } from '../data/records/permissions.ts'
import type { RecordData } from '../data/records/record-data.ts'
import { usePrefetchedRows } from '../data/prefetch-record.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { isSearchable } from '../data/records/related-records.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { formScreen, recordPath } from '../data/visible-screens.ts'
import { PageHead } from '../page/page-head.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { FirstDrawing } from '../ui/first-drawing.tsx'
import { Icon } from '../ui/icon.tsx'
import { loadPart } from '../ui/load-page.tsx'
import { ListSkeleton, Loading } from '../ui/skeletons.tsx'
import { useDrawnSoon } from '../ui/use-drawn-soon.ts'
import { CreateLink } from './form/create-link.tsx'
import { ExportButton } from './table/export/export-button.tsx'
import { ImportButton } from './table/import/import-button.tsx'
import { FilterBar } from './table/filters/filter-bar.tsx'
import { offeredFilters } from './table/filters/offered-filters.ts'
import { ListFoot } from './table/list-foot.tsx'
import { ListOptions } from './table/list-options.tsx'
import { useListState } from './table/list-state.ts'
import { ListTable } from './table/list/list-table.tsx'
import { withinSentence } from '../words/language.ts'
import { say } from '../words/say.ts'
import classes from './table/record-table.module.css'
import { RecordCards } from './table/cards/record-cards.tsx'
import { SearchBox } from './table/search-box.tsx'
import { useOfferedActions } from './offered-actions.ts'
import { useAssigning } from './assignment/use-assigning.ts'
import { focusRow } from './table/list/focus-cell.ts'
import { useCellEditing } from './table/list/use-cell-editing.ts'
import { useFittedColumns } from './table/columns/use-fitted-columns.ts'
import { useDensity } from './table/use-density.ts'
import { useShownTotals } from './table/use-shown-totals.ts'
import { useListGroups, useListSummary } from './table/use-list-totals.ts'
import type { ListScope } from './table/use-record-list.ts'
import { useRecordList } from './table/use-record-list.ts'
import { useSelection } from './table/list/use-selection.ts'
import { openView, ViewTabs } from './table/views/view-tabs.tsx'

const RecordPeek = loadPart(async () => (await import('./record/record-peek.tsx')).RecordPeek)
const CreateDrawer = loadPart(async () => (await import('./form/create-drawer.tsx')).CreateDrawer)
const EmptyList = loadPart(async () => (await import('./table/filters/empty-list.tsx')).EmptyList)
const BulkBar = loadPart(async () => (await import('./table/bulk/bulk-bar.tsx')).BulkBar)

interface Props extends Omit<ListScope, 'entity'> {
  readonly entityName: string
  readonly note?: string
  /** Links to other places, shown in the studio. */
  readonly above?: ReactNode
  readonly aside?: ReactNode
}

/** Shows a list; as a gallery its records are cards with a picture. */
export function TableScreen({ entityName, note, above, aside, ...scope }: Props) {
  const entity = useModel().entities.get(entityName)
  if (!entity) return null
  return (
    // As wide when it is empty as when it is not.
    <div className={classes['screen']} data-wide>
      <ListHead entity={entity} scope={scope} note={note} above={above} aside={aside} />
      <EntityList {...scope} entity={entity} />
    </div>
  )
}

function ListHead({
  entity,
  scope: { screen },
  note,
  above,
  aside,
}: {
  readonly entity: Entity
  readonly scope: Omit<ListScope, 'entity'>
  readonly note: string | undefined
  readonly above: ReactNode
  readonly aside: ReactNode
}) {
  const model = useModel()
  const session = useKnownSession()
  const navigate = useNavigate()
  const { identifier, label } = entity.name
  const offered = useOfferedActions(screen, entity)
  const create = offered.create ? formScreen(model, session, identifier) : undefined
  const step = onlyStep(model, session, entity)
  const [isCreating, setCreating] = useState(false)
  const created = (record: RecordData) => {
    setCreating(false)
    const path = recordPath(model, session, identifier, record)
    if (path) void navigate(path)
  }
  return (
    <>
      <PageHead title={screen.name} prose={screen.prose} above={above}>
        {aside}
        {create && <CreateLink form={create} entity={entity} />}
        {offered.create && !create && createsInPicker(model, session, identifier) && (
          <Button
            leftSection={<Icon name="plus" size={16} />}
            aria-keyshortcuts="n"
            aria-haspopup="dialog"
            onClick={() => setCreating(true)}
          >
            {step ? labelOfName(step.name) : say('New {name}', { name: withinSentence(label) })}
          </Button>
        )}
        {isCreating && (
          <CreateDrawer entity={entity} called="" onCreated={created} onClose={() => setCreating(false)} />
        )}
      </PageHead>
      {note && (
        <Text size="sm" c="dimmed" mb="md">
          {note}
        </Text>
      )}
    </>
  )
}

function EntityList(scope: ListScope) {
  const { screen, entity } = scope
  const { readable } = usePermissions(entity)
  const model = useModel()
  const state = useListState(entity, readable, screen.group)
  const list = useRecordList(scope, state, openView(screen, state))
  const { pages, records, columns, count } = list
  const controls = useRef<HTMLDivElement>(null)
  const fitted = useFittedColumns(controls, columns, state.columns !== undefined, records, state.widths)
  // Cards have all columns, one below the other.
  const fitting = scope.picture === undefined ? fitted : { ...fitted, columns, isWide: false }
  const isFilled = useDrawnSoon(records.length > 0)
  const searchable = (screen.search ?? isSearchable(entity)) && isSearchable(entity)
  return (
    <>
      <ViewTabs screen={screen} state={state} />
      <div className={classes['controls']} role="search" ref={controls}>
        {searchable && (
          <SearchBox
            label={say('Search {name}', { name: withinSentence(entity.plural) })}
            value={state.search}
            onChange={state.setSearch}
          />
        )}
        <FilterBar state={state} fields={offeredFilters(model, entity, screen, readable)} />
        <div className={classes['tools']}>
          <ListOptions
            state={state}
            entity={entity}
            columns={fitting.columns}
            left={columns.length - fitting.columns.length}
            readable={readable}
            isWide={fitting.isWide}
          />
          <ImportButton entity={entity} />
          <ExportButton entity={entity} query={exportQuery(list)} columns={columns} count={count} />
        </div>
      </div>
      {pages.error && <RefusalNote error={pages.error} onRetry={() => void pages.refetch()} />}
      {(pages.isPending || (records.length > 0 && !isFilled)) && (
        <Loading>
          <FirstDrawing part="rows">
            <div className="card">
              <ListSkeleton />
            </div>
          </FirstDrawing>
        </Loading>
      )}
      {pages.data && records.length === 0 && <EmptyList {...scope} state={state} />}
      {pages.data?.pages[0]?.near && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          {say('No results for “{text}”. Showing words that differ by one letter.', { text: state.search })}
        </Text>
      )}
      {isFilled && <FilledList scope={scope} state={state} list={list} fitting={fitting} />}
      <ListFoot entity={entity} pages={pages} shown={isFilled ? records.length : 0} count={count} />
    </>
  )
}

function exportQuery({ narrowed, order }: ReturnType<typeof useRecordList>) {
  return { ...narrowed, ...(order === '' ? {} : { sort: order }) }
}

const NO_FIELDS: ReadonlySet<string> = new Set()

interface FilledProps {
  readonly scope: ListScope
  readonly state: ReturnType<typeof useListState>
  readonly list: ReturnType<typeof useRecordList>
  readonly fitting: ReturnType<typeof useFittedColumns>
}

function FilledList({ scope: { screen, entity, picture }, state, list, fitting }: FilledProps) {
  const { records, count, filter, sort, pages } = list
  const { columns, widths: fitted, least, isWide } = fitting
  const model = useModel()
  const session = useKnownSession()
  const name = entity.name.identifier
  const [peeked, setPeeked] = useState<string>()
  const permissions = usePermissions(entity)
  const offered = useOfferedActions(screen, entity)
  const updatable = offered.update ? permissions.updatable : NO_FIELDS
  const [density] = useDensity()
  const [isTotalled] = useShownTotals()
  const ids = records.map(({ id }) => id)
  const selection = useSelection(ids, `${filter ?? ''} ${state.search}`, count === ids.length)
  // From the first selected record on: its dialogs outlive the selection.
  const [isSelecting, setSelecting] = useState(false)
  if (!isSelecting && selection.ids.size > 0) setSelecting(true)
  const editing = useCellEditing(entity, columns, updatable)
  usePrefetchedRows(entity, records)
  const assigning = useAssigning(entity)
  const assign = offered.update ? assigning : undefined
  const isWhole = state.search === ''
  // Rows of the order before are not in groups.
  const isGrouped = isWhole && !pages.isPlaceholderData
  const groups = useListGroups(entity, isGrouped ? list.group : undefined, filter, records)
  const summary = useListSummary(entity, isWhole && isWide && isTotalled ? list.columns : [], filter, records)
  const pathOf = useCallback((record: RecordData) => recordPath(model, session, name, record), [model, session, name])
  const nameOf = useCallback((record: RecordData) => titleOf(model, name, record), [model, name])
  const [first] = sort
  const shared = {
    caption: screen.name,
    columns,
    records,
    sort,
    pathOf,
    onSort: (field: string) => state.setSort(first?.field === field && !first.descending ? `-${field}` : field),
  }
  const loading = {
    count,
    next: list.next,
    hasMore: pages.hasNextPage && !pages.isFetchNextPageError,
    loadMore: () => {
      if (!pages.isFetching) void pages.fetchNextPage()
    },
  }
  const peek = peeked !== undefined && (
    <RecordPeek
      entity={entity}
      ids={ids}
      id={peeked}
      onMove={setPeeked}
      onClose={() => {
        setPeeked(undefined)
        requestAnimationFrame(() => focusRow(peeked))
      }}
    />
  )
  // A row shows that it is selected before the bar does.
  const bulk = useDeferredValue(
    isSelecting && (
      <BulkBar
        entity={entity}
        offered={offered}
        columns={columns}
        records={records}
        count={count}
        query={list.narrowed}
        selection={selection}
      />
    ),
    false,
  )
  const view = { ...shared, ...loading, onPeek: setPeeked, selection, groups }
  return (
    <>
      {isWide ? (
        <ListTable
          {...view}
          nameOf={nameOf}
          density={density}
          editing={editing}
          summary={summary}
          assign={assign}
          fitted={fitted}
          least={least}
          widths={state.widths}
          onWidth={state.setWidth}
        />
      ) : (
        <RecordCards {...view} picture={picture} />
      )}
      {peek}
      {bulk}
    </>
  )
}
