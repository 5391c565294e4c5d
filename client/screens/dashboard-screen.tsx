// Shows a dashboard with the tiles of point 2.
import type { CSSProperties } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Screen } from '#shared/model/model.ts'
import { PageHead } from '../page/page-head.tsx'
import { useGrowingCount } from '../ui/use-growing-count.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PeriodChoice, PeriodNote } from './dashboard/period-choice.tsx'
import { TileView } from './dashboard/tile-view.tsx'
import { RowsDrawer } from './dashboard/rows-drawer.tsx'
import { readRows } from './dashboard/use-rows-link.ts'
import { usePeriod } from './dashboard/use-period.ts'
import { isSmall, tileSpansOf } from './dashboard/tile-spans.ts'
import { say } from '../words/say.ts'
import classes from './dashboard/dashboard.module.css'

/** Each asks one to four things: all at once hold up a phone. */
const TILES_AT_ONCE = 3

export function DashboardScreen({ screen }: { readonly screen: Screen }) {
  const tiles = screen.tiles ?? []
  const state = usePeriod(screen)
  const [parameters] = useSearchParams()
  const hasRows = readRows(parameters) !== undefined
  const numbers = tiles.filter(isSmall)
  const asked = useGrowingCount(tiles.length, TILES_AT_ONCE)
  return (
    <>
      <PageHead title={screen.name} prose={screen.prose}>
        {state && <PeriodChoice state={state} />}
      </PageHead>
      {state && <PeriodNote state={state} />}
      {hasRows && <RowsDrawer />}
      {tiles.length === 0 && <EmptyState icon="dashboard" title={say('This dashboard has no tiles yet.')} />}
      {numbers.length > 0 && (
        <div className={classes['numbers']}>
          {numbers.map((tile, at) => (
            <div key={tile.name} className={`card ${classes['tile']}`}>
              <TileView tile={tile} period={state?.period} isAsked={at < asked} />
            </div>
          ))}
        </div>
      )}
      <div className={classes['grid']} data-wide>
        {tileSpansOf(tiles).map(({ tile, span }, at) => (
          <div
            key={tile.name}
            className={`card ${classes['tile']} ${classes[span === 12 ? 'whole' : 'half']}`}
            style={{ '--span': span } as CSSProperties}
          >
            <TileView tile={tile} period={state?.period} isAsked={numbers.length + at < asked} />
          </div>
        ))}
      </div>
    </>
  )
}
