// Shows one tile by its kind; a failing tile does not affect the others.
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Entity, Tile } from '#shared/model/model.ts'
import { useModel } from '../../data/spec.ts'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { say } from '../../words/say.ts'
import classes from './dashboard.module.css'
import { GroupedTile } from './grouped-tile.tsx'
import type { TileMeasure } from './measured-groups.ts'
import { NumberTile } from './number-tile.tsx'
import type { Period } from './period.ts'
import { TableTile } from './table-tile.tsx'
import { TileSkeleton } from './waiting-tile.tsx'

interface Props {
  readonly tile: Tile
  readonly period: Period | undefined
  /** Is its turn to ask the server there? */
  readonly isAsked: boolean
}

export function TileView({ tile, period, isAsked }: Props) {
  const { shows } = tile
  const model = useModel()
  const entity = shows.kind === 'measure' || shows.kind === 'table' ? model.entities.get(shows.entity) : undefined
  return (
    <>
      <h2 className={classes['name']}>{tile.name}</h2>
      {shows.kind === 'not shown' && <Text c="dimmed">{say('The document doesn’t say yet what this shows.')}</Text>}
      {shows.kind === 'link' && (
        <Anchor component={Link} to={shows.to} underline="always">
          {shows.label}
        </Anchor>
      )}
      {entity && !isAsked && shows.kind === 'measure' && <TileSkeleton high={shows.by !== undefined} />}
      {entity && !isAsked && shows.kind === 'table' && (
        <Loading>
          <ListSkeleton rows={shows.first} />
        </Loading>
      )}
      {shows.kind === 'table' && entity && isAsked && (
        <TableTile tile={shows} entity={entity} name={tile.name} period={period} />
      )}
      {shows.kind === 'measure' && entity && isAsked && (
        <MeasureTile measure={shows} entity={entity} name={tile.name} period={period} />
      )}
      {isAsked && tile.isInPart && (
        <Text c="dimmed" size="sm" mt={4}>
          {say('Counts only what you may read.')}
        </Text>
      )}
    </>
  )
}

interface MeasureProps {
  readonly measure: TileMeasure
  readonly entity: Entity
  readonly name: string
  readonly period: Period | undefined
}

function MeasureTile({ measure, ...rest }: MeasureProps) {
  const { by } = measure
  return by ? <GroupedTile measure={{ ...measure, by }} {...rest} /> : <NumberTile measure={measure} {...rest} />
}
