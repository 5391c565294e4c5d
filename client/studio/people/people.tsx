// Shows all people to administrators, searched by name or address.
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { usePeople } from '../../data/administration/administration.ts'
import { useKnownSession } from '../../data/session.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { StudioHead } from '../studio-head.tsx'
import { InviteButton } from './invite-button.tsx'
import { say, sayCount } from '../../words/say.ts'
import classes from './people.module.css'
import { PersonDrawer } from './person-drawer.tsx'
import { PersonRow } from './person-row.tsx'
import { ViewAsRole } from './view-as-role.tsx'
import { SignUpApplications } from './sign-up-applications.tsx'

export function People() {
  // A link may lead to one of them.
  const [parameters] = useSearchParams()
  const [typed, setTyped] = useState(parameters.get('q') ?? '')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const [opened, setOpened] = useState(parameters.get('person'))
  const people = usePeople(search)
  const me = useKnownSession().person?.id
  const pages = people.data?.pages ?? []
  const items = pages.flatMap((page) => page.items)
  const [first] = pages
  const roles = first?.roles ?? []
  const chosen = items.find(({ id }) => id === opened)
  return (
    <>
      <StudioHead title={say('People')}>
        <Group gap="xs">
          <ViewAsRole roles={roles} />
          <InviteButton roles={roles} />
        </Group>
      </StudioHead>
      <SignUpApplications />
      <div className={classes['find']}>
        <TextInput
          aria-label={say('Find people by name or address')}
          placeholder={say('Name or address')}
          leftSection={<Icon name="search" size={16} />}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed" role="status">
          {first && sayPeople(first.count, search !== '')}
        </Text>
      </div>
      {people.error && <RefusalNote error={people.error} onRetry={() => void people.refetch()} />}
      {people.isPending && (
        <Loading>
          <ListSkeleton rows={6} />
        </Loading>
      )}
      {first && items.length === 0 && <Nobody isSearched={search !== ''} />}
      {items.length > 0 && (
        <ul className={`card ${classes['list']}`}>
          {items.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              roles={roles}
              isSelf={person.id === me}
              onOpen={() => setOpened(person.id)}
            />
          ))}
        </ul>
      )}
      {people.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={people.isFetchingNextPage}
          onClick={() => void people.fetchNextPage()}
        >
          {say('Show more')}
        </Button>
      )}
      <PersonDrawer person={chosen} roles={roles} isSelf={chosen?.id === me} onClose={() => setOpened(null)} />
    </>
  )
}

function Nobody({ isSearched }: { readonly isSearched: boolean }) {
  return (
    <EmptyState icon="people" title={isSearched ? say('No people found.') : say('No people yet.')}>
      <Text c="dimmed" size="sm">
        {isSearched ? say('Try fewer characters, or part of the address.') : say('Invite someone.')}
      </Text>
    </EmptyState>
  )
}

function sayPeople(count: number, isSearched: boolean): string {
  return isSearched
    ? sayCount(count, '{count} person found', '{count} people found')
    : sayCount(count, '{count} person', '{count} people')
}
