// A dashboard: the tiles of point 2, numbers first as they stand in the document.
import type { Screen, Tile } from '#shared/model/model.ts'
import { PageHead } from '../shell/page-head.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TileView } from './dashboard/tile-view.tsx'
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
          {tiles.map((tile) => (
            <div key={tile.name} className={`card ${classes['tile']} ${classes[sizeOf(tile)]}`}>
              <TileView tile={tile} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function sizeOf({ shows }: Tile): 'small' | 'half' | 'whole' {
  if (shows.kind === 'table') return 'whole'
  if (shows.kind === 'measure' && (shows.by || shows.as !== 'number')) return shows.by ? 'half' : 'small'
  return 'small'
}
