// Says that a record that stood on the page can't be seen any more.
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { titleOf } from '#shared/decisions/record-title.ts'
import type { Entity, Screen } from '#shared/model/model.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { listScreen } from '../../data/visible-screens.ts'
import { PageHead } from '../../page/page-head.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { say } from '../../words/say.ts'
import { RecordNeighbours } from './record-neighbours.tsx'

interface Props {
  readonly screen: Screen
  readonly entity: Entity
  /** Record as it was when it could be seen. */
  readonly record: RecordData
}

export function GoneRecord({ screen, entity, record }: Props) {
  const model = useModel()
  const { identifier } = entity.name
  const title = titleOf(model, identifier, record)
  const list = listScreen(model, useKnownSession(), identifier, screen.route)
  const onwards = useRef<HTMLAnchorElement>(null)
  // What had the keyboard is gone.
  useEffect(() => onwards.current?.focus(), [])
  return (
    <>
      <PageHead title={title} above={<RecordNeighbours list={list} />} />
      <div role="status">
        <EmptyState title={say('You can’t see “{title}” any more.', { title })}>
          {say('It was moved on, deleted, or given to others.')}
        </EmptyState>
      </div>
      {list && (
        <Button
          ref={onwards}
          component={Link}
          to={list.route}
          variant="default"
          display="block"
          w="fit-content"
          mx="auto"
        >
          {say('Go to {screen}', { screen: list.name })}
        </Button>
      )}
    </>
  )
}
