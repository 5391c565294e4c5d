// Shows unsent mail and sends it again.
import { Text } from '@mantine/core'
import type { UnsentMessageItem } from '#shared/protocol/unsent-mail.ts'
import { useUnsentMail } from '../../data/administration/pending.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PendingList } from '../people/pending-list.tsx'
import { UnsentItem } from '../unsent-item.tsx'
import { sayWith } from '../../words/say-with.tsx'
import { say, sayCount } from '../../words/say.ts'

export function UnsentMail() {
  const row = (item: UnsentMessageItem) => <MessageRow key={item.id} item={item} />
  return <PendingList title={say('Messages that could not be sent')} asked={useUnsentMail()} row={row} />
}

function MessageRow({ item }: { readonly item: UnsentMessageItem }) {
  const { id, to, subject, madeAt, isSendable } = item
  const what = (
    <>
      <Text fw={600} component="span" className="wraps">
        {subject ?? say('Subject not shown')}
      </Text>
      <Text size="sm" c="dimmed" className="wraps">
        {sayWith('To {to}, {when}', { to, when: <RelativeTime iso={madeAt} /> })}
      </Text>
      <Text size="sm">
        <WhatNext item={item} />
      </Text>
    </>
  )
  return (
    <UnsentItem
      path={`/api/system/mail/${id}`}
      what={what}
      isSendable={isSendable}
      labels={{ send: say('Send again to {to}', { to }), dismiss: say('Dismiss the message to {to}', { to }) }}
    />
  )
}

function WhatNext({ item: { tries, problem, nextTryAt, isSendable } }: { readonly item: UnsentMessageItem }) {
  return (
    <>
      {sayTries(tries, problem)}{' '}
      {!isSendable
        ? say('Its link has expired: the recipient has to ask for a new one.')
        : nextTryAt === null
          ? say('It is not retried automatically.')
          : sayWith('Next try {when}.', { when: <RelativeTime iso={nextTryAt} /> })}
    </>
  )
}

function sayTries(tries: number, problem: string | null): string {
  return problem === null
    ? sayCount(tries, 'Tried once.', 'Tried {count} times.')
    : sayCount(tries, 'Tried once ({problem}).', 'Tried {count} times ({problem}).', { problem })
}
