// Shows the audit, newest first, filtered by event and person.
import { Button, Code, Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { capitalise } from '#shared/text/capitalise.ts'
import { useAudit } from '../../data/administration/administration.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { StudioHead } from '../studio-head.tsx'
import { AuditEntry } from './audit-entry.tsx'
import { sayWith } from '../../words/say-with.tsx'
import { say } from '../../words/say.ts'
import classes from './audit.module.css'

interface PersonFilter {
  readonly id: string
  readonly name: string
}

export function Audit() {
  const [event, setEvent] = useState('')
  const [person, setPerson] = useState<PersonFilter | null>(null)
  const audit = useAudit({ event, person: person?.id ?? '' })
  const pages = audit.data?.pages ?? []
  const [first] = pages
  const items = pages.flatMap((page) => page.items)
  const events = first?.events ?? {}
  const choices = Object.entries(events).map(([value, words]) => ({ value, label: capitalise(words) }))
  const isFiltered = event !== '' || person !== null
  return (
    <>
      <StudioHead title={say('Audit')} />
      <Group mb="md" gap="md" align="flex-end">
        <Select
          label={say('What happened')}
          placeholder={say('Everything')}
          data={choices}
          value={event === '' ? null : event}
          onChange={(value) => setEvent(value ?? '')}
          clearable
          searchable
        />
        {person && (
          <Button variant="default" onClick={() => setPerson(null)}>
            {say('Only {name}: show all', { name: person.name })}
          </Button>
        )}
      </Group>
      {audit.error && <RefusalNote error={audit.error} onRetry={() => void audit.refetch()} />}
      {audit.isPending && (
        <Loading>
          <ListSkeleton rows={8} />
        </Loading>
      )}
      {first && items.length === 0 && (
        <EmptyState icon="clock" title={isFiltered ? say('No matching entries.') : say('No entries yet.')}>
          <Text c="dimmed" size="sm">
            {isFiltered
              ? say('Try another filter.')
              : say('Sign-ins, refusals, role changes and similar events will appear here.')}
          </Text>
        </EmptyState>
      )}
      {items.length > 0 && (
        <ol className={`card ${classes['list']}`} aria-label={say('Audit')}>
          {items.map((item) => (
            <AuditEntry
              key={item.number}
              item={item}
              events={events}
              onPerson={({ id, name = id }) => setPerson({ id, name })}
            />
          ))}
        </ol>
      )}
      {audit.hasNextPage && (
        <Button mt="md" variant="default" loading={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
          {say('Show more')}
        </Button>
      )}
      {first && first.head.number > 0 && (
        <Text size="sm" c="dimmed" mt="lg" className="wraps">
          {sayWith(
            '{count} entries, each chained to the one before. Keep this hash somewhere else. Later, run {command} to check that nothing up to here was changed.',
            { count: first.head.number, command: <Code>{`npm run audit -- --noted ${first.head.hash}`}</Code> },
          )}
        </Text>
      )}
    </>
  )
}
