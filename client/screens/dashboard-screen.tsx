// Shows a dashboard with the tiles of point 2.
import type { CSSProperties } from 'react'
import type { Screen } from '#shared/model/model.ts'
import { PageHead } from '../shell/page-head.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TileView } from './dashboard/tile-view.tsx'
import { isSmall, tileSpansOf } from './dashboard/tile-spans.ts'
import classes from './dashboard/dashboard.module.css'

export function DashboardScreen({ screen }: { readonly screen: Screen }) {
  const tiles = screen.tiles ?? []
  const numbers = tiles.filter(isSmall)
  return (
    <>
      <PageHead title={screen.name} prose={screen.prose} />
      {tiles.length === 0 && <EmptyState icon="dashboard" title="This dashboard has no tiles yet." />}
      {numbers.length > 0 && (
        <div className={classes['numbers']}>
          {numbers.map((tile) => (
            <div key={tile.name} className={`card ${classes['tile']}`}>
              <TileView tile={tile} />
            </div>
          ))}
        </div>
      )}
      <div className={classes['grid']} data-wide>
        {tileSpansOf(tiles).map(({ tile, span }) => (
          <div
            key={tile.name}
            className={`card ${classes['tile']} ${classes[span === 12 ? 'whole' : 'half']}`}
            style={{ '--span': span } as CSSProperties}
          >
            <TileView tile={tile} />
          </div>
        ))}
      </div>
    </>
  )
}
