// Chooses the person that the author of a trial takes on: one there is, one made up with a role, or nobody.
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { TrialActor, TrialBody } from '#shared/protocol/trial.ts'
import { useActInTrial, useTrialPeople } from '../../data/administration/trial.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { say } from '../../words/say.ts'
import classes from './trial-bar.module.css'

interface Props {
  readonly roles: TrialBody['roles']
  readonly onClose: () => void
}

export function TrialActorDialog({ roles, onClose }: Props) {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 200)
  const people = useTrialPeople(asked)
  const act = useActInTrial()
  const choice = (key: string, actor: TrialActor, name: string, hint?: string) => (
    <li key={key}>
      <Button
        fullWidth
        variant="subtle"
        color="gray"
        justify="flex-start"
        px="xs"
        disabled={act.isPending || act.isSuccess}
        onClick={() => act.mutate(actor)}
      >
        {name}
        {hint !== undefined && hint !== '' && (
          <Text span size="xs" c="dimmed" ml="xs" truncate>
            {hint}
          </Text>
        )}
      </Button>
    </li>
  )
  return (
    <Dialog opened onClose={onClose} title={say('Continue as')}>
      <Stack gap="sm">
        {act.error && <RefusalNote error={act.error} />}
        <TextInput
          data-autofocus
          label={say('Find a person')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {people.error && <RefusalNote error={people.error} onRetry={() => void people.refetch()} />}
        <ul className={classes['people']} aria-label={say('People')}>
          {people.data?.items.map(({ id, name, roles: held }) => choice(id, { person: id }, name, held.join(', ')))}
        </ul>
        {people.data?.items.length === 0 && (
          <Text size="sm" c="dimmed">
            {say('Nobody has this name.')}
          </Text>
        )}
        <Text size="sm" fw={600}>
          {say('Test people')}
        </Text>
        <ul className={classes['people']} aria-label={say('Test people')}>
          {roles.map(({ role, label }) => choice(role, { role }, label))}
          {choice('nobody', { nobody: true }, say('Nobody: signed out'))}
        </ul>
      </Stack>
    </Dialog>
  )
}
