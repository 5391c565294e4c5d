// Keeps the period of a dashboard in its address.
import { useSearchParams } from 'react-router-dom'
import { dateOf } from '#shared/expressions/calendar.ts'
import type { Entity, Screen, Tile } from '#shared/model/model.ts'
import type { PeriodName } from '#shared/points/2-screens/periods.ts'
import { PERIODS } from '#shared/points/2-screens/periods.ts'
import { useCurrentTime } from '../../clock.ts'
import { isWithin } from '../../data/records/filter-conditions.ts'
import { useModel } from '../../data/spec.ts'
import type { DaySpan, Period } from './period.ts'
import { periodOf } from './period.ts'

export interface PeriodState {
  readonly name: PeriodName
  /** Absent: all time. */
  readonly period?: Period
  go(name: PeriodName): void
}

/** Undefined: no tile goes by a period. */
export function usePeriod(screen: Screen): PeriodState | undefined {
  const [parameters, setParameters] = useSearchParams()
  const { timeZone } = useModel().settings
  const now = useCurrentTime().toISOString()
  if (!(screen.tiles ?? []).some(({ shows }) => 'over' in shows && shows.over !== undefined)) return undefined
  const usual = screen.period ?? 'all time'
  const asked = parameters.get('period')
  const name = PERIODS.find((each) => slugOf(each) === asked) ?? usual
  const period = periodOf(name, dateOf(now, timeZone) ?? '')
  return {
    name,
    ...(period ? { period } : {}),
    go: (next) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before)
          if (next === usual) after.delete('period')
          else after.set('period', slugOf(next))
          return after
        },
        { replace: true },
      ),
  }
}

function slugOf(name: PeriodName): string {
  return name.replaceAll(' ', '-')
}

type EntityTile = Extract<Tile['shows'], { readonly entity: string }>

/** The condition that a tile's records lie in these days; undefined: it shows them all. */
export function conditionOfPeriod(entity: Entity, { over }: EntityTile, span: DaySpan | undefined): string | undefined {
  const field = over === undefined ? undefined : entity.fields.get(over)
  return field && span ? isWithin(field, span.from, span.to) : undefined
}
