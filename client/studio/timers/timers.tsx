// Shows timers that are due, late or failed, and has one run now.
import { Button, Text } from '@mantine/core'
import type { TimerItem } from '#shared/protocol/timers.ts'
import { labelFor } from '#shared/text/label.ts'
import { useAdministrationRequest } from '../../data/administration/administration.ts'
import { useTimers } from '../../data/administration/timers.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExactTime, RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { PendingItem, PendingList } from '../people/pending-list.tsx'
import { StudioHead } from '../studio-head.tsx'
import { say } from '../../words/say.ts'

const TITLES = { failed: say('Refused'), late: say('Late'), due: say('Due') } as const

export function Timers() {
  const asked = useTimers()
  const { data, isPending } = asked
  const row = (item: TimerItem) => <TimerRow key={item.id} item={item} />
  return (
    <>
      <StudioHead title={say('Timers')} />
      {isPending && (
        <Loading>
          <ListSkeleton rows={8} />
        </Loading>
      )}
      {data?.length === 0 && (
        <EmptyState icon="clock" title={say('Nothing waits.')}>
          <Text c="dimmed" size="sm">
            {say('What will happen by itself stands here, and what was refused.')}
          </Text>
        </EmptyState>
      )}
      {(['failed', 'late', 'due'] as const).map((status, index) => (
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

function TimerRow({ item: { id, name, title, entity, dueAt, status, problem, line } }: { readonly item: TimerItem }) {
  const act = useAdministrationRequest()
  const label = status === 'failed' ? say('Try again') : say('Run now')
  const what = (
    <>
      <Text fw={600} component="span" className="wraps">
        {labelFor(name)}
        {entity === null ? '' : `: ${title === '' ? entity : title}`}
      </Text>
      <Text size="sm" c="dimmed" className="wraps">
        {entity ?? say('Schedule')}
        {dueAt !== null && (
          <>
            , <RelativeTime iso={dueAt} /> (<ExactTime iso={dueAt} />)
          </>
        )}
      </Text>
      {problem !== null && (
        <Text size="sm" className="wraps">
          {problem}
          {line === null ? '' : ` (${say('line {line} of the document', { line: String(line) })})`}
        </Text>
      )}
    </>
  )
  return (
    <PendingItem
      what={what}
      buttons={
        <Button
          size="xs"
          variant="default"
          loading={act.isPending}
          onClick={() => act.mutate({ method: 'POST', path: `/api/system/timers/${id}/run`, body: {} })}
          aria-label={`${label}: ${labelFor(name)}, ${title}`}
        >
          {label}
        </Button>
      }
      error={act.error}
      onProven={() => act.variables && act.mutate(act.variables)}
      onGiveUp={act.reset}
    />
  )
}
