// The person's own account: who one is here, and the way out.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { useKnownSession, useSignOut } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { dropAllDrafts } from '../../screens/form/drafts.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../page-head.tsx'
import { Initials } from '../../ui/person-badge.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import classes from './account-card.module.css'

export function Account() {
  const model = useModel()
  const { person, administrator } = useKnownSession()
  const signOut = useSignOut()
  const navigate = useNavigate()
  if (!person) return null
  const roles = (person.roles ?? []).map((role) => model.roles.get(role)?.name.label ?? role)
  const leave = () =>
    signOut.mutate(
      {},
      {
        onSuccess: () => {
          dropAllDrafts()
          void navigate('/')
        },
      },
    )
  return (
    <>
      <PageHead title="Your account" />
      <Stack gap="lg" className={`card ${classes['own']}`}>
        <Group gap="md" wrap="nowrap">
          <Initials name={person.name} size="large" />
          <div>
            <Text fw={600}>{person.name}</Text>
            {person.email && (
              <Text size="sm" c="dimmed">
                {person.email}
              </Text>
            )}
          </div>
        </Group>
        <Text size="sm">
          {administrator ? 'You are the administrator.' : roles.length > 0 ? `You are here as ${roles.join(', ')}.` : 'You have no role here yet.'}
        </Text>
        {signOut.error && <RefusalNote error={signOut.error} onRetry={leave} />}
        <Group>
          <Button variant="default" leftSection={<Icon name="leave" size={16} />} loading={signOut.isPending} onClick={leave}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </>
  )
}
