// How wide the tiles of a dashboard are, on a grid of twelve: no row ends in a gap.
import type { Tile } from '#shared/model/model.ts'

export interface PlacedTile {
  readonly tile: Tile
  readonly size: 'small' | 'half' | 'whole'
  /** Columns of twelve. */
  readonly span: number
}

const COLUMNS = 12
const SPANS = { small: 3, half: 6, whole: COLUMNS } as const

/** In the order of the document; the last tile of a row takes what is left of it. */
export function spansOf(tiles: readonly Tile[]): readonly PlacedTile[] {
  const placed: PlacedTile[] = []
  let used = 0
  const fillRow = () => {
    const last = placed.at(-1)
    if (last && used > 0 && used < COLUMNS) placed[placed.length - 1] = { ...last, span: last.span + COLUMNS - used }
    used = 0
  }
  for (const tile of tiles) {
    const size = sizeOf(tile)
    const span = SPANS[size]
    if (used + span > COLUMNS) fillRow()
    placed.push({ tile, size, span })
    used = (used + span) % COLUMNS
  }
  fillRow()
  return placed
}

function sizeOf({ shows }: Tile): PlacedTile['size'] {
  if (shows.kind === 'table') return 'whole'
  return shows.kind === 'measure' && shows.by ? 'half' : 'small'
}
