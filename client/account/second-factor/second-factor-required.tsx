// Shows the set-up of a required second factor before anything else.
import { Anchor, Divider, Stack, Text } from '@mantine/core'
import { useReauthenticateByPasskey } from '../../data/account/passkeys.ts'
import { dropAllDrafts } from '../../data/drafts.ts'
import { useChangeActor, useKnownSession, useSignOut } from '../../data/session.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { AccountCard } from '../account-card.tsx'
import { AddPasskey } from '../passkeys.tsx'
import { ReauthenticationLink } from '../reauthentication/reauthentication-link.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'
import { sayWith } from '../../words/say-with.tsx'
import { say } from '../../words/say.ts'

interface Props {
  /** Tells when recovery codes come onto the screen, and when they were seen. */
  readonly onCodesShown: (areShown: boolean) => void
}

export function SecondFactorRequired({ onCodesShown }: Props) {
  const { person, signIn } = useKnownSession()
  const readAnew = useChangeActor()
  const signOut = useSignOut()
  // What was typed goes with its person; the promise is kept, though this page is gone by then.
  const leave = () => void signOut.mutateAsync({}).then(dropAllDrafts, () => {})
  const own = useReauthenticateByPasskey()
  const showOwn = () => own.mutate(undefined, { onSuccess: () => void readAnew() })
  return (
    <AccountCard title={say('One more thing')}>
      <ReauthenticationLink />
      <Stack gap="md">
        <Text>
          {say(
            'Welcome, {name}. Your role needs a second factor as well as your password. Setting it up takes a minute.',
            { name: person?.name ?? '' },
          )}
        </Text>
        <SetUpSecondFactor
          onCodes={() => onCodesShown(true)}
          onDone={() => void readAnew().then(() => onCodesShown(false))}
        />
        {signIn.some(({ kind }) => kind === 'passkey') && (
          <>
            <Divider label={say('or')} />
            <Text size="sm">{say('A passkey counts as both: your device, and your finger, face or PIN.')}</Text>
            <AddPasskey onDone={() => void readAnew()} />
          </>
        )}
        {signIn.some(({ kind }) => kind === 'passkey') && (
          <>
            {own.error && <RefusalNote error={own.error} />}
            <Text size="sm">
              {sayWith('Already have a passkey here? {link} to continue.', {
                link: (
                  <Anchor component="button" type="button" onClick={showOwn} underline="always">
                    {say('Use it')}
                  </Anchor>
                ),
              })}
            </Text>
          </>
        )}
        {signOut.error && <RefusalNote error={signOut.error} />}
        <Text size="sm">
          {say('Not now?')}{' '}
          <Anchor component="button" type="button" onClick={leave} underline="always">
            {say('Sign out')}
          </Anchor>
        </Text>
      </Stack>
    </AccountCard>
  )
}
