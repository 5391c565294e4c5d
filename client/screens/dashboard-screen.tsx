// A dashboard: the tiles of point 2, numbers first as they stand in the document.
import type { CSSProperties } from 'react'
import type { Screen } from '#shared/model/model.ts'
import { PageHead } from '../shell/page-head.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TileView } from './dashboard/tile-view.tsx'
import { spansOf } from './dashboard/tile-spans.ts'
import classes from './dashboard/dashboard.module.css'

export function DashboardScreen({ screen }: { readonly screen: Screen }) {
  const tiles = screen.tiles ?? []
  return (
    <>
      <PageHead title={screen.name} prose={screen.prose} />
      {tiles.length === 0 ? (
        <EmptyState icon="dashboard" title="This dashboard has no tiles yet." />
      ) : (
        <div className={classes['grid']}>
          {spansOf(tiles).map(({ tile, span, size }) => (
            <div
              key={tile.name}
              className={`card ${classes['tile']} ${classes[size]}`}
              style={{ '--span': span } as CSSProperties}
            >
              <TileView tile={tile} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}
