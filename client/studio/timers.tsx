// Shows timers that are to come, late or failed, and has one run now.
import { Button, Text } from '@mantine/core'
import type { TimerItem } from '#shared/protocol/timers.ts'
import { labelFor } from '#shared/text/label.ts'
import { useAdministrationRequest } from '../data/administration/administration.ts'
import { useTimers } from '../data/administration/timers.ts'
import { useModel } from '../data/spec.ts'
import { RelativeAndExactTime } from '../ui/relative-time.tsx'
import { JobLists } from './job-lists.tsx'
import { PendingItem } from './people/pending-list.tsx'
import { say } from '../words/say.ts'

const TITLES = [
  ['failed', say('Refused')],
  ['late', say('Late')],
  ['due', say('Upcoming')],
] as const

export function Timers() {
  const row = (item: TimerItem) => <TimerRow key={item.id} item={item} />
  return (
    <JobLists
      title={say('Timers')}
      asked={useTimers()}
      titles={TITLES}
      row={row}
      empty={{
        title: say('Nothing is planned.'),
        says: say('Timers and schedules are listed here before they run, and when they were refused.'),
      }}
    />
  )
}

function TimerRow({ item: { id, name, title, entity, dueAt, status, problem, line } }: { readonly item: TimerItem }) {
  const { entities } = useModel()
  const act = useAdministrationRequest()
  const kind = entity === null ? say('Schedule') : (entities.get(entity)?.name.label ?? entity)
  const label = status === 'failed' ? say('Try again') : say('Run now')
  const what = (
    <>
      <Text fw={600} component="span" className="wraps">
        {labelFor(name)}
        {entity === null ? '' : `: ${title === '' ? kind : title}`}
      </Text>
      <Text size="sm" c="dimmed" className="wraps">
        {kind}
        {dueAt !== null && (
          <>
            , <RelativeAndExactTime iso={dueAt} />
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
