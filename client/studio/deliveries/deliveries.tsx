// Shows webhooks with what became of them, and sends those again that failed.
import { Button, Text } from '@mantine/core'
import type { DeliveryItem } from '#shared/protocol/deliveries.ts'
import { useAdministrationRequest } from '../../data/administration/administration.ts'
import { useDeliveries } from '../../data/administration/deliveries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExactTime, RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { PendingItem, PendingList } from '../people/pending-list.tsx'
import { StudioHead } from '../studio-head.tsx'
import { sayWith } from '../../words/say-with.tsx'
import { say, sayCount } from '../../words/say.ts'

const TITLES = {
  failed: say('Given up'),
  retrying: say('Tried again later'),
  waiting: say('Waiting'),
  delivered: say('Delivered'),
} as const

export function Deliveries() {
  const asked = useDeliveries()
  const { data, isPending } = asked
  const row = (item: DeliveryItem) => <DeliveryRow key={item.id} item={item} />
  return (
    <>
      <StudioHead title={say('Deliveries')} />
      {isPending && (
        <Loading>
          <ListSkeleton rows={8} />
        </Loading>
      )}
      {data?.length === 0 && (
        <EmptyState icon="clock" title={say('Nothing was sent yet.')}>
          <Text c="dimmed" size="sm">
            {say(
              'What the document tells other systems stands here for a week, and what could not be delivered for 30 days.',
            )}
          </Text>
        </EmptyState>
      )}
      {(['failed', 'retrying', 'waiting', 'delivered'] as const).map((status, index) => (
        <PendingList
          key={status}
          title={TITLES[status]}
          asked={{
            data: data?.filter((item) => item.status === status),
            error: index === 0 ? asked.error : null,
            refetch: asked.refetch,
          }}
          row={row}
        />
      ))}
    </>
  )
}

function DeliveryRow({ item }: { readonly item: DeliveryItem }) {
  const { id, method, url, entity, title, madeAt, line, status, isSendable } = item
  const act = useAdministrationRequest()
  const path = `/api/system/deliveries/${id}`
  const about = entity === null ? '' : `${title === '' || title === undefined ? entity : title}, `
  const what = (
    <>
      <Text fw={600} component="span" className="wraps">
        {method} {url === '' ? say('(no address)') : url}
      </Text>
      <Text size="sm" c="dimmed" className="wraps">
        {about}
        {say('line {line} of the document', { line: String(line) })}, <RelativeTime iso={madeAt} /> (
        <ExactTime iso={madeAt} />)
      </Text>
      <Text size="sm" className="wraps">
        <WhatHappened item={item} />
      </Text>
    </>
  )
  const isOver = status === 'failed' || status === 'retrying'
  const buttons = isOver && (
    <>
      {isSendable && (
        <Button
          size="xs"
          loading={act.isPending && act.variables.method === 'POST'}
          onClick={() => act.mutate({ method: 'POST', path: `${path}/send`, body: {} })}
          aria-label={say('Send again to {url}', { url })}
        >
          {say('Send again')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={act.isPending && act.variables.method === 'DELETE'}
        onClick={() => act.mutate({ method: 'DELETE', path })}
        aria-label={say('Dismiss the webhook to {url}', { url })}
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

function WhatHappened({ item }: { readonly item: DeliveryItem }) {
  const { status, tries, problem, response, milliseconds, isSigned, nextTryAt } = item
  if (status === 'waiting') return <>{say('Not tried yet.')}</>
  const times = tries === 0 ? '' : `${sayTries(tries, milliseconds)} `
  const signed = tries > 0 && !isSigned ? ` ${say('Not signed: the environment has no secret for this address.')}` : ''
  if (status === 'delivered')
    return (
      <>
        {times}
        {say('It answered {response}.', { response: response ?? '' })}
        {signed}
      </>
    )
  return (
    <>
      {times}
      {problem}
      {signed}{' '}
      {nextTryAt === null
        ? say('It is not retried automatically.')
        : sayWith('Next try {when}.', { when: <RelativeTime iso={nextTryAt} /> })}
    </>
  )
}

function sayTries(tries: number, milliseconds: number | null): string {
  return milliseconds === null
    ? sayCount(tries, 'One try.', '{count} tries.')
    : sayCount(tries, 'One try, the last took {milliseconds} ms.', '{count} tries, the last took {milliseconds} ms.', {
        milliseconds,
      })
}
