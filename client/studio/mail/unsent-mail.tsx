// Shows unsent mail and sends it again.
import { Button, Text } from '@mantine/core'
import type { UnsentMessageItem } from '#shared/protocol/unsent-mail.ts'
import { useAdministrationRequest } from '../../data/administration/administration.ts'
import { useUnsentMail } from '../../data/administration/pending.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PendingItem, PendingList } from '../people/pending-list.tsx'
import { sayWith } from '../../words/say-with.tsx'
import { say, sayCount } from '../../words/say.ts'

export function UnsentMail() {
  const row = (item: UnsentMessageItem) => <LetterRow key={item.id} item={item} />
  return <PendingList title={say('Messages that could not be sent')} asked={useUnsentMail()} row={row} />
}

function LetterRow({ item }: { readonly item: UnsentMessageItem }) {
  const { id, to, subject, madeAt, isSendable } = item
  const act = useAdministrationRequest()
  const path = `/api/system/mail/${id}`
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
  const buttons = (
    <>
      {isSendable && (
        <Button
          size="xs"
          loading={act.isPending && act.variables.method === 'POST'}
          onClick={() => act.mutate({ method: 'POST', path: `${path}/send`, body: {} })}
          aria-label={say('Send again to {to}', { to })}
        >
          {say('Send again')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={act.isPending && act.variables.method === 'DELETE'}
        onClick={() => act.mutate({ method: 'DELETE', path })}
        aria-label={say('Dismiss the message to {to}', { to })}
      >
        {say('Dismiss')}
      </Button>
    </>
  )
  return (
    <PendingItem
      what={what}
      buttons={buttons}
      error={act.error}
      onProven={() => act.variables && act.mutate(act.variables)}
      onGiveUp={act.reset}
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
