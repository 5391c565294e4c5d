// Shows the page for signing up, open or by invitation.
import { Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { ADMINISTRATOR } from '#shared/policy/actor.ts'
import type { InvitationBody, SignUpResponse } from '#shared/protocol/sign-ups.ts'
import { localPath } from '#shared/text/local-path.ts'
import { useInvitation } from '../../data/account/sign-up.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
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
  // A person who is signed in by it has used it up.
  const gives = useInvitation(session.person ? null : invitation)
  const model = useModel()
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
  if (gives.isLoading) return null
  if (gives.error) {
    return (
      <AccountCard title={say('You are invited to {application}', { application: model.name })}>
        <Stack gap="md">
          <RefusalNote error={gives.error} onRetry={() => void gives.refetch()} />
          {toSignIn}
        </Stack>
      </AccountCard>
    )
  }
  const hasForm = session.signIn.some(({ kind }) => kind === 'password' || kind === 'passkey')
  return (
    <AccountCard title={sayTitle(model.name, gives.data)}>
      <Stack gap="md">
        {gives.data && <Text>{sayGiven(gives.data)}</Text>}
        {hasForm && <SignUpForm invitation={invitation} onAsked={(next, email) => setAsked({ next, email })} />}
        <SignUpWithProvider invitation={invitation} isOnly={!hasForm} />
        {toSignIn}
      </Stack>
    </AccountCard>
  )
}

function sayTitle(application: string, given: InvitationBody | undefined): string {
  if (given === undefined) return say('Sign up')
  return given.first
    ? say('Become the administrator of {application}', { application })
    : say('You are invited to {application}', { application })
}

function sayGiven({ first, roles }: InvitationBody): string {
  if (first) return say('Administrators invite people, give roles and change the document.')
  const labels = roles.map(({ role, label }) => (role === ADMINISTRATOR ? say('Administrator') : label))
  if (labels.length === 0) return say('Your account is ready to be opened.')
  return labels.length === 1
    ? say('Role: {roles}', { roles: labels.join(', ') })
    : say('Roles: {roles}', { roles: labels.join(', ') })
}

interface SignUpInvitation {
  readonly next: SignUpResponse['next']
  readonly email: string
}
