// Shows one number, which leads to the rows behind it.
import type { CSSProperties } from 'react'
import type { Entity } from '#shared/model/model.ts'
import { countsOverdue } from '../../data/records/is-overdue.ts'
import { Icon } from '../../ui/icon.tsx'
import { ChangeNote } from './change-note.tsx'
import classes from './dashboard.module.css'
import type { TileMeasure } from './measured-groups.ts'
import { useMeasured } from './measured-groups.ts'
import { rowsBehindTile } from './rows-behind.ts'
import { RowsLink } from './rows-link.tsx'
import type { Period } from './period.ts'
import { useRowsLink } from './use-rows-link.ts'
import { usePrintMeasure } from './use-print-measure.ts'
import { conditionOfPeriod } from './use-period.ts'
import { WaitingTile } from './waiting-tile.tsx'

interface Props {
  readonly measure: TileMeasure
  readonly entity: Entity
  readonly name: string
  readonly period: Period | undefined
}

export function NumberTile({ measure, entity, name, period }: Props) {
  const also = conditionOfPeriod(entity, measure, period?.now)
  const former = conditionOfPeriod(entity, measure, period?.before)
  const measured = useMeasured(entity, measure, also)
  const before = useMeasured(entity, measure, former, former !== undefined)
  const print = usePrintMeasure(measure, entity)
  const rowsLink = useRowsLink(entity)
  const [is] = measured.groups
  const [was] = former === undefined ? [] : before.groups
  const value = is?.value ?? null
  const isLate = is !== undefined && is.number > 0 && countsOverdue(measure.where?.text)
  const shown = value === null ? '–' : print(value)
  return (
    <WaitingTile query={measured}>
      <div
        className={classes['number']}
        style={{ '--letters': shown.length + (isLate ? 2 : 0) } as CSSProperties}
        data-late={isLate || undefined}
      >
        {isLate && <Icon name="warning" size={20} />}
        <RowsLink to={rowsLink(rowsBehindTile(measure, also), name)}>{shown}</RowsLink>
      </div>
      {print.difference && is && was && is.value !== null && was.value !== null && (
        <ChangeNote now={is.number} before={was.number} print={print} better={measure.better} />
      )}
    </WaitingTile>
  )
}
