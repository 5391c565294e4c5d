// Shows the set-up of a required second factor before anything else.
import { Anchor, Divider, Stack, Text } from '@mantine/core'
import { useReauthenticateByPasskey } from '../../data/account/passkeys.ts'
import { useChangeActor, useKnownSession, useSignOut } from '../../data/session.ts'
import { RefusalNote } from '../../shell/refusal-note.tsx'
import { AccountCard } from '../account-card.tsx'
import { AddPasskey } from '../passkeys.tsx'
import { ReauthenticationLink } from '../reauthentication/reauthentication-link.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

export function SecondFactorRequired() {
  const { person, signIn } = useKnownSession()
  const readAnew = useChangeActor()
  const signOut = useSignOut()
  const own = useReauthenticateByPasskey()
  const showOwn = () => own.mutate(undefined, { onSuccess: () => void readAnew() })
  return (
    <AccountCard title="One more thing">
      <ReauthenticationLink />
      <Stack gap="md">
        <Text>
          Welcome, {person?.name}. Your role asks for a second factor beside your password. It takes a minute, and then
          you are in.
        </Text>
        <SetUpSecondFactor onDone={() => void readAnew()} />
        {signIn.some(({ kind }) => kind === 'passkey') && (
          <>
            <Divider label="or" />
            <Text size="sm">A passkey counts as both: your device, and your finger, face or PIN.</Text>
            <AddPasskey onDone={() => void readAnew()} />
          </>
        )}
        {signIn.some(({ kind }) => kind === 'passkey') && (
          <>
            {own.error && <RefusalNote error={own.error} />}
            <Text size="sm">
              Do you have a passkey here already?{' '}
              <Anchor component="button" type="button" onClick={showOwn} underline="always">
                Show it
              </Anchor>{' '}
              and you are in.
            </Text>
          </>
        )}
        {signOut.error && <RefusalNote error={signOut.error} />}
        <Text size="sm">
          Not now?{' '}
          <Anchor component="button" type="button" onClick={() => signOut.mutate({})} underline="always">
            Sign out
          </Anchor>
        </Text>
      </Stack>
    </AccountCard>
  )
}
