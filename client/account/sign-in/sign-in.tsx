// Shows the page for signing in, or its second step.
import { Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { localPath } from '#shared/text/local-path.ts'
import { useKnownSession } from '../../data/session.ts'
import { AccountCard } from '../account-card.tsx'
import { RequestLink } from '../request-link.tsx'
import { useLinkSecret } from '../link-secret.ts'
import { SecondStepForm } from '../second-factor/second-step.tsx'
import { SamplePeople } from './sample-people.tsx'
import { SignInMethods } from './sign-in-methods.tsx'
import { SignInWithLink } from './sign-in-with-link.tsx'
import { say } from '../../words/say.ts'

export function SignIn() {
  const session = useKnownSession()
  const [parameters] = useSearchParams()
  // A provider leads back with one, where the second step is still to be done here.
  const [challenge, setChallenge] = useState(useLinkSecret('challenge'))
  const [link, setLink] = useState(useLinkSecret('link'))
  const begun = (next: { readonly challenge: string }) => setChallenge(next.challenge)
  if (session.person) return <Navigate to={localPath(parameters.get('next'))} replace />
  if (challenge !== null) return <SecondStepForm challenge={challenge} onRestart={() => setChallenge(null)} />
  if (link !== null) return <SignInWithLink link={link} onSecondStep={begun} onGiveUp={() => setLink(null)} />
  if (parameters.get('by') === 'link' && session.signIn.some(({ kind }) => kind === 'link'))
    return <RequestLink kind="sign-in" />
  return (
    <AccountCard title={say('Sign in')}>
      <Stack gap="md">
        <SignInMethods onSecondStep={begun} />
        {session.sample && <SamplePeople sample={session.sample} onSecondStep={begun} />}
        {session.signUp === 'open' && (
          <Text size="sm" ta="center">
            {say('New here?')}{' '}
            <Anchor component={Link} to={`/sign-up?${parameters.toString()}`} underline="always">
              {say('Sign up')}
            </Anchor>
          </Text>
        )}
      </Stack>
    </AccountCard>
  )
}
