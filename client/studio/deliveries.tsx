// Shows webhooks with what became of them, and sends those again that failed.
import { Text } from '@mantine/core'
import type { DeliveryItem } from '#shared/protocol/deliveries.ts'
import { useDeliveries } from '../data/administration/deliveries.ts'
import { ExactTime, RelativeTime } from '../ui/relative-time.tsx'
import { JobLists } from './job-lists.tsx'
import { UnsentItem } from './unsent-item.tsx'
import { sayWith } from '../words/say-with.tsx'
import { say, sayCount } from '../words/say.ts'

const TITLES = [
  ['failed', say('Given up')],
  ['retrying', say('Tried again later')],
  ['waiting', say('Waiting')],
  ['delivered', say('Delivered')],
] as const

export function Deliveries() {
  const row = (item: DeliveryItem) => <DeliveryRow key={item.id} item={item} />
  return (
    <JobLists
      title={say('Deliveries')}
      asked={useDeliveries()}
      titles={TITLES}
      row={row}
      empty={{
        title: say('Nothing has been sent yet.'),
        says: say('Calls to other systems are listed here for a week, and those that failed for 30 days.'),
      }}
    />
  )
}

function DeliveryRow({ item }: { readonly item: DeliveryItem }) {
  const { id, method, url, entity, title, madeAt, line, status, isSendable } = item
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
  return (
    <UnsentItem
      path={`/api/system/deliveries/${id}`}
      what={what}
      isSendable={isSendable}
      isOver={status === 'failed' || status === 'retrying'}
      labels={{ send: say('Send again to {url}', { url }), dismiss: say('Dismiss the webhook to {url}', { url }) }}
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
    : sayCount(tries, 'One try; it took {milliseconds} ms.', '{count} tries; the last took {milliseconds} ms.', {
        milliseconds,
      })
}
