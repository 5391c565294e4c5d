// Shows the history of a record, newest first.
import { Button, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Entity, Field } from '#shared/model/model.ts'
import type { HistoryItem } from '#shared/protocol/history.ts'
import { labelOfName } from '../../../data/field-label.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { useHistory } from '../../../data/records/record-queries.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../../../ui/skeletons.tsx'
import { sayWith } from '../../../words/say-with.tsx'
import { say } from '../../../words/say.ts'
import { FieldChange } from './field-change.tsx'
import { Given } from './given.tsx'
import classes from './history.module.css'

/** Readers who may not see it see nothing of it. */
export function History({ entity, record }: { readonly entity: Entity; readonly record: RecordData }) {
  const history = useHistory(entity, record.id)
  const items = history.data?.pages.flatMap((page) => page.items) ?? []
  if ((history.error && !history.data) || (history.data && items.length === 0)) return null
  return (
    <section className={`card ${classes['history']}`} aria-labelledby="history">
      <Title order={2} id="history" mb="sm">
        {say('History')}
      </Title>
      {history.isPending && (
        <Loading>
          <ListSkeleton rows={3} />
        </Loading>
      )}
      <ol className={classes['items']}>
        {items.map((item) => (
          <Item key={item.id} item={item} entity={entity} />
        ))}
      </ol>
      {history.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          mt="xs"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {say('Earlier')}
        </Button>
      )}
    </section>
  )
}

function Item({ item, entity }: { readonly item: HistoryItem; readonly entity: Entity }) {
  const changes =
    item.event === 'created' ? [] : Object.entries(item.changes).filter(([name]) => isShown(entity.fields.get(name)))
  return (
    <li className={classes['item']}>
      <div>{sayEvent(entity, item)}</div>
      {changes.length > 0 && (
        <ul className={classes['changes']}>
          {changes.map(([name, change]) => (
            <FieldChange key={name} entity={entity} name={name} change={change} />
          ))}
        </ul>
      )}
      <Given entity={entity} item={item} />
      <div className={classes['when']}>
        <RelativeTime iso={item.at} />
      </div>
    </li>
  )
}

/**
 * Reports whether the history shows a field. Standard and computed fields are left out, because they follow from
 * other changes.
 */
function isShown(field: Field | undefined): boolean {
  return field !== undefined && !field.standard && !field.computed
}

/** Empty where the reader may not know who it was. */
function whoOf(item: HistoryItem): string {
  if (item.by === undefined) return ''
  return item.by === null ? say('The system') : (item.by.name ?? '')
}

const EVENTS: { readonly [Event in Exclude<HistoryItem['event'], 'transition'>]: (who: ReactNode) => ReactNode } = {
  created: (who) => sayWith('{who} created this', { who }),
  changed: (who) => sayWith('{who} changed this', { who }),
  deleted: (who) => sayWith('{who} moved this to the trash', { who }),
  restored: (who) => sayWith('{who} restored this', { who }),
}
const UNSAID = {
  created: say('Created'),
  changed: say('Changed'),
  deleted: say('Moved to the trash'),
  restored: say('Restored'),
} as const

function sayEvent(entity: Entity, item: HistoryItem): ReactNode {
  const who = whoOf(item) === '' ? undefined : <strong>{whoOf(item)}</strong>
  if (item.event !== 'transition') return who === undefined ? UNSAID[item.event] : EVENTS[item.event](who)
  const name = labelOfName(entity.transitions.get(item.transition ?? '')?.name ?? item.transition ?? 'transition')
  return who === undefined ? name : sayWith('{who}: {name}', { who, name })
}
