// Shows unsent mail and sends it again.
import { Button, Text } from '@mantine/core'
import type { UnsentMessageItem } from '#shared/protocol/unsent-mail.ts'
import { useAdministrationRequest } from '../../data/administration/administration.ts'
import { useUnsentMail } from '../../data/administration/pending.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PendingItem, PendingList } from '../people/pending-list.tsx'

export function UnsentMail() {
  const row = (item: UnsentMessageItem) => <LetterRow key={item.id} item={item} />
  return <PendingList title="Messages that could not be sent" asked={useUnsentMail()} row={row} />
}

function LetterRow({ item }: { readonly item: UnsentMessageItem }) {
  const { id, to, subject, madeAt, isSendable } = item
  const act = useAdministrationRequest()
  const path = `/api/system/mail/${id}`
  const what = (
    <>
      <Text fw={600} component="span" className="wraps">
        {subject ?? 'Subject not shown'}
      </Text>
      <Text size="sm" c="dimmed" className="wraps">
        To {to}, <RelativeTime iso={madeAt} />
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
        aria-label={`Dismiss the message to ${to}`}
      >
        Dismiss
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
  const tried = `Tried ${tries === 1 ? 'once' : `${tries} times`}${problem === null ? '' : ` (${problem})`}. `
  if (!isSendable) return <>{tried}Its link has expired: the recipient has to ask for a new one.</>
  if (nextTryAt === null) return <>{tried}It is not retried automatically.</>
  return (
    <>
      {tried}Next try <RelativeTime iso={nextTryAt} />.
    </>
  )
}
