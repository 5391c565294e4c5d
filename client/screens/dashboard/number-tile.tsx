// Shows one number, which leads to the rows behind it.
import { Link } from 'react-router-dom'
import type { Entity } from '#shared/model/model.ts'
import classes from './dashboard.module.css'
import type { TileMeasure } from './measured-groups.ts'
import { useMeasured } from './measured-groups.ts'
import { rowsBehindTile, rowsPath } from './rows-behind.ts'
import { useListRoute } from './use-list-route.ts'
import { usePrintMeasure } from './use-print-measure.ts'
import { WaitingTile } from './waiting-tile.tsx'

/** So many characters fit beside each other in the largest letters. */
const LONGEST = 12

interface Props {
  readonly measure: TileMeasure
  readonly entity: Entity
  readonly name: string
}

export function NumberTile({ measure, entity, name }: Props) {
  const measured = useMeasured(entity, measure)
  const print = usePrintMeasure(measure, entity)
  const list = useListRoute(entity)
  const value = measured.groups[0]?.value ?? null
  const shown = value === null ? '–' : print(value)
  return (
    <WaitingTile query={measured}>
      <div className={classes['number']} data-long={shown.length > LONGEST || undefined}>
        {list === undefined ? (
          shown
        ) : (
          <Link to={rowsPath(list, rowsBehindTile(measure), name)} className={classes['rows'] ?? ''}>
            {shown}
          </Link>
        )}
      </div>
    </WaitingTile>
  )
}
