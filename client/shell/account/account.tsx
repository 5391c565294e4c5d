// The person's own account: who one is here, one's data, password and sessions, and the way out.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import type { Entity } from '#shared/model/model.ts'
import { useRecord } from '../../data/records/records.ts'
import { useKnownSession, useSignOut } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { dropAllDrafts } from '../../screens/form/drafts.ts'
import { EditButton } from '../../screens/record/edit-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Initials } from '../../ui/person-badge.tsx'
import { PageHead } from '../page-head.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import classes from './account-card.module.css'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { TokenSection } from './tokens/token-section.tsx'
import { Passkeys } from './passkeys.tsx'
import { Providers } from './providers.tsx'
import { ChangePassword } from './change-password.tsx'
import { SessionList } from './session-list.tsx'

export function Account() {
  const model = useModel()
  const { person, administrator, signIn } = useKnownSession()
  const offers = (kind: 'password' | 'passkey' | 'provider') => signIn.some((way) => way.kind === kind)
  const signOut = useSignOut()
  const navigate = useNavigate()
  const people = model.entities.get('Person')
  if (!person) return null
  const roles = person.roles.map((role) => model.roles.get(role)?.name.label ?? role)
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
      <Stack gap="md" maw={560}>
        <Stack gap="lg" className={`card ${classes['own']}`}>
          <Group gap="md" wrap="nowrap">
            <Initials name={person.name} size="large" />
            <div>
              <Text fw={600}>{person.name}</Text>
              <Text size="sm" c="dimmed">
                {person.email}
              </Text>
            </div>
          </Group>
          <Text size="sm">
            {administrator
              ? 'You are the administrator.'
              : roles.length > 0
                ? `You are here as ${roles.join(', ')}.`
                : 'You have no role here yet.'}
          </Text>
          {signOut.error && <RefusalNote error={signOut.error} onRetry={leave} />}
          <Group>
            {people && <EditOwn people={people} id={person.id} />}
            <Button
              variant="default"
              leftSection={<Icon name="leave" size={16} />}
              loading={signOut.isPending}
              onClick={leave}
            >
              Sign out
            </Button>
          </Group>
        </Stack>
        <div className={`card ${classes['own']}`}>
          <SessionList />
        </div>
        {offers('password') && (
          <div className={`card ${classes['own']}`}>
            <ChangePassword />
          </div>
        )}
        {offers('passkey') && (
          <div className={`card ${classes['own']}`}>
            <Passkeys />
          </div>
        )}
        {offers('provider') && (
          <div className={`card ${classes['own']}`}>
            <Providers />
          </div>
        )}
        <div className={`card ${classes['own']}`}>
          <SecondFactorSection />
        </div>
        <div className={`card ${classes['own']}`}>
          <TokenSection />
        </div>
      </Stack>
    </>
  )
}

/** What the document lets people change about themselves; nothing where they may not read it. */
function EditOwn({ people, id }: { readonly people: Entity; readonly id: string }) {
  const own = useRecord(people, 'id', id, [])
  return own.data ? (
    <EditButton entity={people} record={own.data.record} etag={own.data.etag} fields={undefined} />
  ) : null
}
