// Lists what was deleted of an entity, with the time and the person, and brings it back.
import { Anchor, Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { titleOf } from '#shared/decisions/record-title.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { useRestore } from '../../data/records/record-mutations.ts'
import { usePages } from '../../data/records/record-queries.ts'
import { useModel } from '../../data/spec.ts'
import { PageHead } from '../../page/page-head.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import rows from '../../ui/rows.module.css'
import { Icon } from '../../ui/icon.tsx'
import { ExactTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { say } from '../../words/say.ts'
import classes from './trash-list.module.css'

interface Props {
  readonly entity: Entity
  /** Address of the list. */
  readonly route: string
}

export function TrashList({ entity, route }: Props) {
  const trash = usePages(entity, { trash: true, limit: 50 })
  const items = trash.data?.pages.flatMap((page) => page.items) ?? []
  const place = useRef<HTMLDivElement>(null)
  return (
    <>
      <PageHead
        title={say('Trash: {names}', { names: entity.plural })}
        above={
          <Anchor component={Link} to={route} size="sm" w="fit-content">
            <Icon name="back" size={15} /> {entity.plural}
          </Anchor>
        }
      />
      {trash.error && <RefusalNote error={trash.error} onRetry={() => void trash.refetch()} />}
      {trash.isPending && (
        <Loading>
          <ListSkeleton rows={5} />
        </Loading>
      )}
      {/* The row that was restored is gone: the keyboard goes on in the list. */}
      <div ref={place} tabIndex={-1} className={classes['place']}>
        {trash.data && items.length === 0 && (
          <EmptyState icon="trash" title={say('The trash is empty.')}>
            <Text c="dimmed" size="sm">
              {say('What is deleted stays here for a while and can be restored.')}
            </Text>
          </EmptyState>
        )}
        {items.length > 0 && (
          <ul className={`card ${rows['list']} ${classes['list']}`} aria-label={say('Trash')}>
            {items.map((item) => (
              <TrashRow key={item.id} entity={entity} item={item} onRestored={() => place.current?.focus()} />
            ))}
          </ul>
        )}
      </div>
      {trash.hasNextPage && (
        <Button mt="md" variant="default" loading={trash.isFetchingNextPage} onClick={() => void trash.fetchNextPage()}>
          {say('Show more')}
        </Button>
      )}
    </>
  )
}

interface RowProps {
  readonly entity: Entity
  readonly item: RecordData
  readonly onRestored: () => void
}

function TrashRow({ entity, item, onRestored }: RowProps) {
  const restore = useRestore(entity, item.id)
  const model = useModel()
  const { title = titleOf(model, entity.name.identifier, item), at, by } = item._deleted ?? {}
  const start = () => {
    // The row is gone by then: only the promise outlives it.
    restore.mutateAsync().then(
      () => {
        notifications.show({ message: say('{title} restored.', { title }), color: 'green' })
        return onRestored()
      },
      () => {},
    )
  }
  return (
    <li className={rows['row']}>
      <div className={classes['what']}>
        <Text size="sm" fw={550} className="wraps">
          {title}
        </Text>
        {at !== undefined && (
          <Text size="sm" c="dimmed" className="numbers">
            <ExactTime iso={at} />, {by === null ? say('by the system') : sayBy(by?.name)}
          </Text>
        )}
      </div>
      <Button
        size="xs"
        variant="default"
        loading={restore.isPending}
        onClick={start}
        aria-label={say('Restore {title}', { title })}
      >
        {say('Restore')}
      </Button>
      {restore.error && (
        <div className={classes['refused']}>
          <RefusalNote error={restore.error} onRetry={start} />
        </div>
      )}
    </li>
  )
}

function sayBy(name: string | undefined): string {
  return say('by {name}', { name: name ?? say('a person who is gone') })
}
