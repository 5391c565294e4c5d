// Shows the own account: data, password, sessions and signing out.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Entity } from '#shared/model/model.ts'
import { actorName } from '../data/actor-name.ts'
import { useRecord } from '../data/records/record-queries.ts'
import { useOwnPicture } from '../data/records/related-records.ts'
import { useKnownSession, useSignOut } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { dropAllDrafts } from '../data/drafts.ts'
import { EditButton } from '../screens/record/edit-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Initials } from '../ui/person-badge.tsx'
import { PageHead } from '../page/page-head.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { say } from '../words/say.ts'
import classes from './account-card.module.css'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { ReauthenticationLink } from './reauthentication/reauthentication-link.tsx'
import { CalendarSection } from './calendar-section.tsx'
import { TokenSection } from './tokens/token-section.tsx'
import { MailSection } from './mail-section.tsx'
import { Passkeys } from './passkeys.tsx'
import { Providers } from './providers.tsx'
import { sayOwnRoles } from './say-roles.ts'
import { PasswordSection } from './password-section.tsx'
import { SessionList } from './session-list.tsx'

export function Account() {
  const model = useModel()
  const session = useKnownSession()
  const { person, administrator, signIn, viewing } = session
  const offers = (kind: 'password' | 'passkey' | 'provider') => signIn.some((way) => way.kind === kind)
  const signOut = useSignOut()
  const navigate = useNavigate()
  const people = model.entities.get('Person')
  const picture = useOwnPicture()
  if (!person) return null
  const name = actorName(model, session) ?? ''
  // This page is gone with its person, and callbacks of a page that is gone are not called: the promise is kept all the same.
  const leave = () =>
    void signOut.mutateAsync({}).then(
      () => {
        dropAllDrafts()
        return navigate('/')
      },
      () => {},
    )
  return (
    <>
      <PageHead title={say('Your account')} />
      {!viewing && <ReauthenticationLink />}
      <Stack gap="md" maw="var(--narrow)">
        <Stack gap="lg" className={`card ${classes['own']}`}>
          <Group gap="md" wrap="nowrap">
            <Initials name={name} picture={picture} size="large" />
            <div>
              <Text fw={600}>{name}</Text>
              <Text size="sm" c="dimmed">
                {person.email}
              </Text>
            </div>
          </Group>
          <Text size="sm">{sayOwnRoles(model, { roles: person.roles, administrator })}</Text>
          {signOut.error && <RefusalNote error={signOut.error} onRetry={leave} />}
          <Group>
            {people && !viewing && <EditOwn people={people} id={person.id} />}
            <Button
              variant="default"
              leftSection={<Icon name="leave" size={16} />}
              loading={signOut.isPending}
              onClick={leave}
            >
              {say('Sign out')}
            </Button>
          </Group>
        </Stack>
        {/* Who views as somebody else can change nothing of that account. */}
        {!viewing && (
          <>
            <MailSection />
            <Card>
              <SessionList />
            </Card>
            {offers('password') && (
              <Card>
                <PasswordSection />
              </Card>
            )}
            {offers('passkey') && (
              <Card>
                <Passkeys />
              </Card>
            )}
            {offers('provider') && (
              <Card>
                <Providers />
              </Card>
            )}
            <Card>
              <SecondFactorSection />
            </Card>
            <Card>
              <TokenSection />
            </Card>
            <CalendarSection />
          </>
        )}
      </Stack>
    </>
  )
}

function Card({ children }: { readonly children: ReactNode }) {
  return <div className={`card ${classes['own']}`}>{children}</div>
}

/** Shows the fields that people may change about themselves, or nothing where they may not read them. */
function EditOwn({ people, id }: { readonly people: Entity; readonly id: string }) {
  const own = useRecord(people, 'id', id, [])
  return own.data ? (
    <EditButton entity={people} record={own.data.record} etag={own.data.etag} fields={undefined} />
  ) : null
}
