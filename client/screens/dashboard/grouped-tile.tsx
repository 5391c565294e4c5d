// Shows a number for each group, as bars, a ring, lines, columns or a table.
import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import { useModel } from '../../data/spec.ts'
import { groupingField } from './grouping-field.ts'
import { useLooks } from '../../data/records/related-records.ts'
import { Icon } from '../../ui/icon.tsx'
import { BarsChart } from './charts/bars-chart.tsx'
import type { Chart, GroupedBy } from './charts/chart-points.ts'
import { readChart } from './charts/chart-points.ts'
import { say, sayCount } from '../../words/say.ts'
import classes from './dashboard.module.css'
import { DonutChart } from './charts/donut-chart.tsx'
import { GroupsTable } from './charts/groups-table.tsx'
import type { Measurement, TileMeasure } from './measured-groups.ts'
import { useMeasured } from './measured-groups.ts'
import type { Period } from './period.ts'
import { fitUnit } from './period.ts'
import { rowsBehindPart } from './rows-behind.ts'
import { TimeChart } from './charts/time-chart.tsx'
import { useRowsLink } from './use-rows-link.ts'
import { conditionOfPeriod } from './use-period.ts'
import type { PrintMeasure } from './use-print-measure.ts'
import { usePrintMeasure } from './use-print-measure.ts'
import { WaitingTile } from './waiting-tile.tsx'

interface Props {
  readonly measure: TileMeasure & { readonly by: NonNullable<TileMeasure['by']> }
  readonly entity: Entity
  readonly name: string
  readonly period: Period | undefined
}

export function GroupedTile({ measure: written, entity, name, period }: Props) {
  const measure = fitMeasure(written, period)
  const also = conditionOfPeriod(entity, measure, period?.now)
  const measured = useMeasured(entity, measure, also)
  const print = usePrintMeasure(measure, entity)
  const chart = useChart(entity, measure, measured, { name, also })
  const [isTable, setTable] = useState(false)
  const shown = measure.as === 'table' || measure.as === 'number' || isTable ? 'table' : measure.as
  const isEmpty = chart.points.length === 0
  return (
    <WaitingTile query={measured} high>
      {isEmpty && (
        <Text c="dimmed" size="sm">
          {say('Nothing to show yet.')}
        </Text>
      )}
      {!isEmpty && measure.as !== 'table' && measure.as !== 'number' && (
        <Tooltip label={isTable ? say('Show as a chart') : say('Show as a table')}>
          <ActionIcon
            className={classes['tool'] ?? ''}
            size={28}
            aria-label={isTable ? say('Show {name} as a chart', { name }) : say('Show {name} as a table', { name })}
            onClick={() => setTable(!isTable)}
          >
            <Icon name={isTable ? 'dashboard' : 'table'} size={15} />
          </ActionIcon>
        </Tooltip>
      )}
      {!isEmpty && <ShownChart as={shown} chart={chart} measure={measure} name={name} print={print} />}
      {measured.isCut && (
        <Text c="dimmed" size="sm">
          {sayCount(
            measured.groups.length,
            'The first {count} group. There are more.',
            'The first {count} groups. There are more.',
          )}
        </Text>
      )}
    </WaitingTile>
  )
}

/** Adapts a measure over the dashboard's period: its groups are as fine as the period needs. */
function fitMeasure(measure: Props['measure'], period: Period | undefined): Props['measure'] {
  const { by, over } = measure
  if (!period || by.unit === undefined || by.field !== over) return measure
  return { ...measure, by: { ...by, unit: fitUnit(by.unit, period.now) } }
}

interface ChartProps {
  readonly as: TileMeasure['as']
  readonly chart: Chart
  readonly measure: Props['measure']
  readonly name: string
  readonly print: PrintMeasure
}

function ShownChart({ as, chart, measure, name, print }: ChartProps) {
  // What has no time has no place on a line, and one point makes none.
  const timed = { ...chart, points: chart.points.filter(({ key }) => key !== '') }
  const isOverTime = measure.by.unit !== undefined && timed.points.length > 1
  if (as === 'donut') return <DonutChart points={chart.points} name={name} print={print} />
  if (as === 'line' && timed.points.length > 1) return <TimeChart chart={timed} name={name} print={print} as="line" />
  if (as === 'table') return <GroupsTable chart={chart} name={name} print={print} />
  if (isOverTime) return <TimeChart chart={timed} name={name} print={print} as="columns" />
  return <BarsChart chart={chart} print={print} isWhole={isAdding(measure)} />
}

function isAdding({ measure }: TileMeasure): boolean {
  return measure === 'count' || measure === 'sum'
}

/** The chart, with the way from each of its points to the rows behind it. */
function useChart(
  entity: Entity,
  measure: Props['measure'],
  { groups }: Measurement,
  { name, also }: { readonly name: string; readonly also: string | undefined },
): Chart {
  const by = useGroupedBy(
    entity,
    measure.by,
    groups.map(({ key }) => key),
  )
  const within = useGroupedBy(
    entity,
    measure.within,
    groups.map(({ subkey = null }) => subkey),
  )
  const model = useModel()
  const rowsLink = useRowsLink(entity)
  const { points, series } = readChart(groups, {
    by,
    isAdding: isAdding(measure),
    isToldByColor: measure.as === 'donut',
    ...(measure.within ? { within } : {}),
  })
  const pathOf = (title: string, ...keys: readonly string[]): { readonly path?: string } => {
    const where = rowsBehindPart(model, entity, measure, keys, also)
    return where === undefined ? {} : { path: rowsLink(where, `${name}: ${title}`) }
  }
  return {
    series,
    points: points.map((point) => ({
      ...point,
      ...pathOf(point.label, point.key),
      ...(point.parts
        ? {
            parts: point.parts.map((part) => ({
              ...part,
              ...pathOf(`${point.label}, ${part.label}`, point.key, part.key),
            })),
          }
        : {}),
    })),
  }
}

function useGroupedBy(
  entity: Entity,
  by: TileMeasure['by'],
  keys: readonly (string | number | boolean | null)[],
): GroupedBy {
  const model = useModel()
  const field = by && groupingField(model, entity, by.field)
  const related = field?.type.kind === 'relation' ? field.type.entity : undefined
  const looks = useLooks(related, [...new Set(keys.flatMap((key) => (typeof key === 'string' ? [key] : [])))])
  return { field, unit: by?.unit, looks: related === undefined ? undefined : looks }
}
