// Shows the records that wait for the actor, with the steps that they can do next.
import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { labelFor } from '#shared/text/label.ts'
import type { WaitingItem } from '#shared/protocol/waiting.ts'
import { useWaiting } from '../../data/inbox.ts'
import { recordPath } from '../../data/visible-screens.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say, sayNumber } from '../../words/say.ts'
import classes from './inbox.module.css'

/** Messages stand below, and should be seen. */
const SHOWN_FIRST = 5

/** Shows what waits for the person; nothing where nothing does. */
export function Waiting() {
  const { data, error, refetch } = useWaiting()
  const [isWhole, setIsWhole] = useState(false)
  if (error) return <RefusalNote error={error} onRetry={() => void refetch()} />
  if (!data || data.count === 0) return null
  const shown = isWhole ? data.items : data.items.slice(0, SHOWN_FIRST)
  return (
    <section aria-labelledby="waiting" className={classes['waiting']}>
      <Title order={2} size="h4" id="waiting" mb="xs">
        {say('Waiting for you ({count})', { count: `${sayNumber(data.count)}${data.more ? '+' : ''}` })}
      </Title>
      <ul className={`card ${classes['list']}`}>
        {shown.map((item) => (
          <WaitingRow key={`${item.entity} ${item.id}`} item={item} />
        ))}
      </ul>
      {shown.length < data.count && (
        <Button variant="default" size="xs" mt="xs" onClick={() => setIsWhole(true)}>
          {say('Show all')}
        </Button>
      )}
    </section>
  )
}

function WaitingRow({ item }: { readonly item: WaitingItem }) {
  const model = useModel()
  const session = useKnownSession()
  const path = item.page ?? recordPath(model, session, item.entity, { id: item.id, _version: 0 })
  const label = model.entities.get(item.entity)?.name.label ?? item.entity
  const content = (
    <>
      <span className={classes['text']}>
        <strong className={classes['subject']}>{item.title === '' ? label : item.title}</strong>
        <Text component="span" size="sm" c="dimmed">
          {label} · {labelFor(item.state)}
        </Text>
      </span>
      <span className={classes['when']}>{item.steps.map((step) => labelFor(step.label)).join(', ')}</span>
    </>
  )
  return <li className={classes['message']}>{path ? <Link to={path}>{content}</Link> : <div>{content}</div>}</li>
}
