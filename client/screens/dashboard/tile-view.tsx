// Shows one tile by its kind; a failing tile does not affect the others.
import { Anchor, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Entity, Tile } from '#shared/model/model.ts'
import { writeBy, writeMeasure } from '../../data/records/measure-parameters.ts'
import { useList, useSummary } from '../../data/records/record-queries.ts'
import { useTitles } from '../../data/records/related-records.ts'
import { searchScreen } from '../../data/visible-screens.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { usePrinting } from '../../fields/use-printing.ts'
import { RefusalNote } from '../../shell/refusal-note.tsx'
import { Loading } from '../../ui/skeletons.tsx'
import { BarsChart } from './bars-chart.tsx'
import classes from './dashboard.module.css'
import { DonutChart } from './donut-chart.tsx'
import { GroupsTable } from './groups-table.tsx'
import { LineChart } from './line-chart.tsx'
import { readChartPoints } from './chart-points.ts'
import { usePrintMeasure } from './use-print-measure.ts'
import { rowsBehindPoint, rowsPath } from './rows-behind.ts'
import { TableTile } from './table-tile.tsx'

type Measure = Extract<Tile['shows'], { readonly kind: 'measure' }>

export function TileView({ tile }: { readonly tile: Tile }) {
  const { shows } = tile
  const model = useModel()
  const entity = shows.kind === 'measure' || shows.kind === 'table' ? model.entities.get(shows.entity) : undefined
  const isClosed = entity === undefined && (shows.kind === 'measure' || shows.kind === 'table')
  return (
    <>
      <h2 className={classes['name']}>{tile.name}</h2>
      {isClosed && <Text c="dimmed">It is about what you may not read.</Text>}
      {shows.kind === 'not shown' && <Text c="dimmed">Not shown in the document yet.</Text>}
      {shows.kind === 'link' && (
        <Anchor component={Link} to={shows.to} underline="always">
          {shows.label}
        </Anchor>
      )}
      {shows.kind === 'table' && entity && <TableTile tile={shows} entity={entity} name={tile.name} />}
      {shows.kind === 'measure' && entity && <MeasureTile measure={shows} entity={entity} name={tile.name} />}
    </>
  )
}

interface MeasureProps {
  readonly measure: Measure
  readonly entity: Entity
  readonly name: string
}

function MeasureTile(props: MeasureProps) {
  if (props.measure.by) return <GroupedTile {...props} by={props.measure.by} />
  return props.measure.measure === 'count' ? <CountTile {...props} /> : <TotalTile {...props} />
}

function CountTile({ measure, entity, name }: MeasureProps) {
  const path = useRowsPath(entity, measure.where?.text, name)
  const list = useList(entity, {
    ...(measure.where ? { filter: measure.where.text } : {}),
    limit: 1,
    fields: ['id'],
    count: true,
  })
  const { formatters } = usePrinting()
  return (
    <Waiting query={list}>
      <BigNumber path={path}>{list.data && formatters.number(list.data.count ?? 0)}</BigNumber>
    </Waiting>
  )
}

/** A sum or an average over all. */
function TotalTile({ measure, entity, name: title }: MeasureProps) {
  const path = useRowsPath(entity, measure.where?.text, title)
  const name = writeMeasure(measure)
  const summary = useSummary(entity, { measure: name, ...(measure.where ? { filter: measure.where.text } : {}) })
  const print = usePrintMeasure(measure, entity)
  const value = summary.data?.groups[0]?.measures[name]
  return (
    <Waiting query={summary}>
      <BigNumber path={path}>{value === null || value === undefined ? '–' : print(Number(value))}</BigNumber>
    </Waiting>
  )
}

function GroupedTile({ measure, entity, name, by }: MeasureProps & { readonly by: NonNullable<Measure['by']> }) {
  const measureName = writeMeasure(measure)
  const summary = useSummary(entity, {
    by: writeBy(by),
    measure: measureName,
    ...(measure.where ? { filter: measure.where.text } : {}),
  })
  const print = usePrintMeasure(measure, entity)
  const field = entity.fields.get(by.field)
  const groups = summary.data?.groups ?? []
  const isRelation = field?.type.kind === 'relation'
  const titles = useTitles(
    isRelation ? field.type.entity : undefined,
    groups.flatMap(({ key }) => (typeof key === 'string' ? [key] : [])),
  )
  const list = useListOf(entity)
  const read = readChartPoints(groups, measureName, field, { unit: by.unit, ...(isRelation ? { titles } : {}) })
  const points = read.map((point) => {
    const rows = rowsBehindPoint(entity, measure, point)
    return list && rows ? { ...point, path: rowsPath(list, rows.where, `${name}: ${point.label}`) } : point
  })
  // What has no time has no place on a line, and one point makes none.
  const timed = points.filter(({ key }) => key !== '')
  return (
    <Waiting query={summary} high>
      {points.length === 0 ? (
        <Text c="dimmed" size="sm">
          Nothing to show yet.
        </Text>
      ) : measure.as === 'donut' ? (
        <DonutChart points={points} name={name} print={print} />
      ) : measure.as === 'line' && timed.length > 1 ? (
        <LineChart points={timed} name={name} print={print} />
      ) : measure.as === 'table' || measure.as === 'number' ? (
        <GroupsTable points={points} name={name} print={print} />
      ) : (
        <BarsChart points={points} print={print} />
      )}
      {summary.data?.truncated && (
        <Text c="dimmed" size="sm">
          The first {groups.length} groups. There are more.
        </Text>
      )}
    </Waiting>
  )
}

/** The list that shows rows of the entity to this person, as an address; undefined: none does. */
function useListOf(entity: Entity): string | undefined {
  return searchScreen(useModel(), useKnownSession(), entity.name.identifier)?.route
}

function useRowsPath(entity: Entity, where: string | undefined, title: string): string | undefined {
  const list = useListOf(entity)
  return list && rowsPath(list, where, title)
}

function BigNumber({ path, children }: { readonly path: string | undefined; readonly children: ReactNode }) {
  return (
    <div className={classes['number']}>
      {path === undefined ? (
        children
      ) : (
        <Link to={path} className={classes['rows'] ?? ''}>
          {children}
        </Link>
      )}
    </div>
  )
}

interface TileQuery {
  readonly isPending: boolean
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

function Waiting({
  query,
  high = false,
  children,
}: {
  readonly query: TileQuery
  readonly high?: boolean
  readonly children: ReactNode
}) {
  if (query.error) return <RefusalNote error={query.error} onRetry={() => void query.refetch()} />
  if (!query.isPending) return children
  return (
    <Loading>
      <Skeleton height={high ? 150 : 36} width={high ? '100%' : 90} />
    </Loading>
  )
}
