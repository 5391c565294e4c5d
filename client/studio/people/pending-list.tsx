// Shows a list of pending items with their actions.
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Group, Title } from '@mantine/core'
import { RefusalOrReauthentication } from '../../account/reauthentication/refusal-or-reauthentication.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import classes from './people.module.css'

interface Props<Item> {
  readonly title: string
  readonly asked: { readonly data?: readonly Item[] | undefined; readonly error: unknown; refetch(): unknown }
  readonly row: (item: Item) => ReactNode
}

/** Lists what waits; shows nothing where nothing does. */
export function PendingList<Item>({ title, asked: { data = [], error, refetch }, row }: Props<Item>) {
  const id = useId()
  if (error) return <RefusalNote error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <ul className={`card ${classes['list']}`}>{data.map(row)}</ul>
    </section>
  )
}

interface DecisionProps {
  readonly picture?: ReactNode
  readonly what: ReactNode
  readonly buttons: ReactNode
  readonly error: unknown
  /** Sends the same again, once the administrator has proved to be it. */
  readonly onProven: () => void
  readonly onGiveUp: () => void
  readonly below?: ReactNode
}

export function PendingItem({ picture, what, buttons, error, onProven, onGiveUp, below }: DecisionProps) {
  return (
    <li className={classes['waiting']}>
      {picture}
      <div className={classes['who']}>{what}</div>
      <Group gap="xs" className={classes['decide']}>
        {buttons}
      </Group>
      {Boolean(error) && (
        <div className={classes['below']}>
          <RefusalOrReauthentication error={error} onProven={onProven} onGiveUp={onGiveUp} />
        </div>
      )}
      {below !== undefined && <div className={classes['below']}>{below}</div>}
    </li>
  )
}
