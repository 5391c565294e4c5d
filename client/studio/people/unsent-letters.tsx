// Letters that could not be sent: tried again by themselves for two days, or at once by hand. Nothing is shown where all left.
import { Button, Group, Text, Title } from '@mantine/core'
import type { LetterItem } from '#shared/protocol/letters.ts'
import { useAct } from '../../data/administration/administration.ts'
import { useUnsentLetters } from '../../data/administration/waiting.ts'
import { RefusalNote } from '../../shell/refusal-note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './people.module.css'

export function UnsentLetters() {
  const letters = useUnsentLetters()
  const items = letters.data ?? []
  if (letters.error) return <RefusalNote error={letters.error} onRetry={() => void letters.refetch()} />
  if (items.length === 0) return null
  return (
    <section className={classes['section']} aria-labelledby="letters-that-did-not-leave">
      <Title order={2} size="h4" id="letters-that-did-not-leave">
        Letters that did not leave
      </Title>
      <ul className={`card ${classes['list']}`}>
        {items.map((item) => (
          <LetterRow key={item.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

function LetterRow({ item }: { readonly item: LetterItem }) {
  const { id, to, subject, madeAt, isSendable } = item
  const act = useAct()
  const path = `/api/system/letters/${id}`
  return (
    <li className={classes['waiting']}>
      <div className={classes['who']}>
        <Text fw={600} component="span" className="wraps">
          {subject}
        </Text>
        <Text size="sm" c="dimmed" className="wraps">
          To {to}, <RelativeTime iso={madeAt} />
        </Text>
        <Text size="sm">
          <WhatNext item={item} />
        </Text>
      </div>
      <Group gap="xs" className={classes['decide']}>
        {isSendable && (
          <Button
            size="xs"
            loading={act.isPending && act.variables.method === 'POST'}
            onClick={() => act.mutate({ method: 'POST', path: `${path}/send`, body: {} })}
            aria-label={`Send again to ${to}`}
          >
            Send again
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={act.isPending && act.variables.method === 'DELETE'}
          onClick={() => act.mutate({ method: 'DELETE', path })}
          aria-label={`Dismiss the letter to ${to}`}
        >
          Dismiss
        </Button>
      </Group>
      {act.error && (
        <div className={classes['below']}>
          <RefusalNote error={act.error} />
        </div>
      )}
    </li>
  )
}

function WhatNext({ item: { tries, problem, nextTryAt, isSendable } }: { readonly item: LetterItem }) {
  const tried = `Tried ${tries === 1 ? 'once' : `${tries} times`}${problem === null ? '' : ` (${problem})`}. `
  if (!isSendable) return <>{tried}Its link is too old: whoever needs it has to ask anew.</>
  if (nextTryAt === null) return <>{tried}It is not tried again by itself.</>
  return (
    <>
      {tried}Next try <RelativeTime iso={nextTryAt} />.
    </>
  )
}
