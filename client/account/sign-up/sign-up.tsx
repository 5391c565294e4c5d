// Shows the page for signing up, open or by invitation.
import { Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import type { SignUpResponse } from '#shared/protocol/sign-ups.ts'
import { localPath } from '#shared/text/local-path.ts'
import { useKnownSession } from '../../data/session.ts'
import { AccountCard } from '../account-card.tsx'
import { useLinkSecret } from '../link-secret.ts'
import { SignUpSent } from './sign-up-sent.tsx'
import { FinishSignUp } from './finish-sign-up.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { SignUpWithProvider } from './sign-up-with-provider.tsx'
import { say } from '../../words/say.ts'

export function SignUp() {
  const session = useKnownSession()
  const [parameters] = useSearchParams()
  const invitation = useLinkSecret('invitation')
  const link = useLinkSecret('link')
  const [givenUp, setGivenUp] = useState<string | null>(null)
  const [asked, setAsked] = useState<SignUpInvitation | null>(null)
  if (session.person) return <Navigate to={localPath(parameters.get('next'))} replace />
  if (link !== null && link !== givenUp)
    return <FinishSignUp key={link} link={link} onGiveUp={() => setGivenUp(link)} />
  if (asked !== null) return <SignUpSent {...asked} />
  const toSignIn = (
    <Text size="sm" ta="center">
      {say('Already have an account?')}{' '}
      <Anchor component={Link} to={`/sign-in?${parameters.toString()}`} underline="always">
        {say('Sign in')}
      </Anchor>
    </Text>
  )
  if (session.signUp !== 'open' && !invitation) {
    return (
      <AccountCard title={say('Sign up')}>
        <Stack gap="md">
          <Text>{say('You need an invitation to sign up. Please ask the people who run this application.')}</Text>
          {toSignIn}
        </Stack>
      </AccountCard>
    )
  }
  const hasForm = session.signIn.some(({ kind }) => kind === 'password' || kind === 'passkey')
  return (
    <AccountCard title={invitation ? say('You are invited') : say('Sign up')}>
      <Stack gap="md">
        {hasForm && <SignUpForm invitation={invitation} onAsked={(next, email) => setAsked({ next, email })} />}
        <SignUpWithProvider invitation={invitation} isOnly={!hasForm} />
        {toSignIn}
      </Stack>
    </AccountCard>
  )
}

interface SignUpInvitation {
  readonly next: SignUpResponse['next']
  readonly email: string
}
