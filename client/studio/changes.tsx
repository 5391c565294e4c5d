// Lists what was changed together, its actor and its time, and undoes it.
import { Button, Group, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ChangedRecord, ChangeSetItem } from '#shared/protocol/changes.ts'
import { useChanges, useUndo } from '../data/administration/changes.ts'
import { DATA_ROUTE } from '../data/data-screens.ts'
import { labelOfName } from '../data/field-label.ts'
import { useKnownSession } from '../data/session.ts'
import { useSessionPolicy } from '../data/session-policy.ts'
import { useModel } from '../data/spec.ts'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { UndoFeedback } from '../refusals/undo-feedback.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ExactTime } from '../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../ui/skeletons.tsx'
import { StudioHead } from './studio-head.tsx'
import { say, sayCount } from '../words/say.ts'
import rows from '../ui/rows.module.css'
import classes from './changes.module.css'

export function Changes() {
  const own = useKnownSession().person?.id ?? ''
  const [isOwn, setOwn] = useState(false)
  const changes = useChanges(isOwn ? own : '')
  const pages = changes.data?.pages ?? []
  const items = pages.flatMap((page) => page.items)
  return (
    <>
      <StudioHead title={say('Changes')} />
      <Group mb="md">
        <Switch label={say('Only mine')} checked={isOwn} onChange={(event) => setOwn(event.currentTarget.checked)} />
      </Group>
      {changes.error && <RefusalNote error={changes.error} onRetry={() => void changes.refetch()} />}
      {changes.isPending && (
        <Loading>
          <ListSkeleton rows={8} />
        </Loading>
      )}
      {pages.length > 0 && items.length === 0 && (
        <EmptyState icon="clock" title={say('Nothing was changed yet.')}>
          <Text c="dimmed" size="sm">
            {say('Changes made together will appear here, and can be undone together.')}
          </Text>
        </EmptyState>
      )}
      {items.length > 0 && (
        <ol className={`card ${rows['list']}`} aria-label={say('Changes')}>
          {items.map((item) => (
            <ChangeRow key={item.id} item={item} />
          ))}
        </ol>
      )}
      {changes.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={changes.isFetchingNextPage}
          onClick={() => void changes.fetchNextPage()}
        >
          {say('Show more')}
        </Button>
      )}
    </>
  )
}

function ChangeRow({ item: { id, at, by, records, isCut } }: { readonly item: ChangeSetItem }) {
  const undo = useUndo()
  const who = by === null ? say('The system') : (by.name ?? say('A person who is gone'))
  const start = () =>
    undo.mutate(id, {
      onSuccess: (undone) =>
        undone &&
        notifications.show({
          message: sayCount(undone.records, 'Undone for {count} record.', 'Undone for {count} records.'),
        }),
    })
  return (
    <li className={rows['row']} data-tall>
      <div className={classes['what']}>
        <Text size="sm">
          <strong>{who}</strong>{' '}
          <Text span c="dimmed" className="numbers">
            <ExactTime iso={at} />
          </Text>
        </Text>
        <ul className={classes['records']}>
          {records.map((record) => (
            <li key={`${record.entity} ${record.id}`}>
              <Changed record={record} />
            </li>
          ))}
          {isCut && <li>{say('and more')}</li>}
        </ul>
      </div>
      <Button
        size="xs"
        variant="default"
        loading={undo.isPending}
        onClick={start}
        aria-label={say('Undo what {who} did', { who })}
      >
        {say('Undo')}
      </Button>
      <div className={classes['outcome']}>
        <UndoFeedback undo={undo} onRetry={start} />
      </div>
    </li>
  )
}

const EVENTS: { readonly [event: string]: string } = {
  created: say('created'),
  changed: say('changed'),
  deleted: say('deleted'),
  restored: say('restored'),
}

function Changed({ record }: { readonly record: ChangedRecord }) {
  const { entity: name, id, title, inTrash = false, events, transitions } = record
  const model = useModel()
  const canOpen = useSessionPolicy().canOpenStandardScreen(DATA_ROUTE)
  const entity = model.entities.get(name)
  const quoted = title === undefined ? undefined : say('“{name}”', { name: title })
  const said = events.map((event) =>
    event === 'transition'
      ? transitions.map((name) => say('“{name}”', { name: labelOfName(name) })).join(', ')
      : (EVENTS[event] ?? event),
  )
  return (
    <>
      {entity?.name.label ?? name}{' '}
      {quoted !== undefined && canOpen && !inTrash && entity ? (
        <Link to={`${DATA_ROUTE}/${entity.path}/${id}`}>{quoted}</Link>
      ) : (
        quoted
      )}{' '}
      <Text span c="dimmed" size="sm">
        {said.join(', ')}
      </Text>
    </>
  )
}
