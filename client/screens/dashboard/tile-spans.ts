// Calculates the widths of tiles on a grid of twelve, without gaps.
import type { Tile } from '#shared/model/model.ts'

export interface PlacedTile {
  readonly tile: Tile
  /** Columns of twelve. */
  readonly span: number
}

const COLUMNS = 12
const HALF = 6

/** Numbers and links: as tall as one line, so they never stand beside a chart. */
export function isSmall({ shows }: Tile): boolean {
  return shows.kind !== 'table' && !(shows.kind === 'measure' && shows.by !== undefined)
}

/** Places the tiles in the order of the document. A chart that would be the only one in its row takes the whole row. */
export function tileSpansOf(tiles: readonly Tile[]): readonly PlacedTile[] {
  const placed: PlacedTile[] = []
  let used = 0
  const fillRow = () => {
    const last = placed.at(-1)
    if (last && used > 0 && used < COLUMNS) placed[placed.length - 1] = { ...last, span: last.span + COLUMNS - used }
    used = 0
  }
  for (const tile of tiles.filter((each) => !isSmall(each))) {
    const span = tile.shows.kind === 'table' ? COLUMNS : HALF
    if (used + span > COLUMNS) fillRow()
    placed.push({ tile, span })
    used = (used + span) % COLUMNS
  }
  fillRow()
  return placed
}
