// Signing in: with e-mail and password, with a link, and with a code as the second step.
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { useKnownSession, useSignIn } from '../../data/session.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { AccountCard } from './account-card.tsx'
import { AskForLink } from './ask-for-link.tsx'
import { useLinkSecret } from './link-secret.ts'
import { nextPath } from './next-path.ts'
import { SecondStepForm } from './second-factor/second-step.tsx'
import { SignInWithLink } from './sign-in-with-link.tsx'

export function SignIn() {
  const session = useKnownSession()
  const [parameters] = useSearchParams()
  const [challenge, setChallenge] = useState<string | null>(null)
  const [link, setLink] = useState(useLinkSecret('link'))
  const begun = (next: { readonly challenge: string }) => setChallenge(next.challenge)
  if (session.person) return <Navigate to={nextPath(parameters.get('next'))} replace />
  if (challenge !== null) return <SecondStepForm challenge={challenge} onRestart={() => setChallenge(null)} />
  if (link !== null) return <SignInWithLink link={link} onSecondStep={begun} onGiveUp={() => setLink(null)} />
  if (parameters.get('by') === 'link' && session.signIn.some(({ kind }) => kind === 'link'))
    return <AskForLink kind="sign-in" />
  return <SignInForm onSecondStep={begun} />
}

function SignInForm({ onSecondStep }: { readonly onSecondStep: (next: { readonly challenge: string }) => void }) {
  const session = useKnownSession()
  const [parameters] = useSearchParams()
  const signIn = useSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const offers = (kind: string) => session.signIn.some((way) => way.kind === kind)
  const send = () => signIn.mutate({ email, password }, { onSuccess: (next) => next && onSecondStep(next) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <AccountCard title="Sign in">
      <Stack gap="md">
        {offers('password') && (
          <form onSubmit={submit}>
            <Stack gap="md">
              {signIn.error && <RefusalNote error={signIn.error} onRetry={send} />}
              <TextInput
                label="E-mail"
                type="email"
                name="email"
                autoComplete="username"
                required
                withAsterisk={false}
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              <PasswordInput
                label="Password"
                name="password"
                autoComplete="current-password"
                required
                withAsterisk={false}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
              <Button type="submit" loading={signIn.isPending} fullWidth size="md">
                Sign in
              </Button>
              <Text size="sm" ta="center">
                <Anchor component={Link} to="/forgot-password" underline="always">
                  Forgot your password?
                </Anchor>
              </Text>
            </Stack>
          </form>
        )}
        {offers('link') && (
          <Button component={Link} to={withWay(parameters)} variant="default" fullWidth size="md">
            Send me a link by e-mail
          </Button>
        )}
        {session.signUp === 'open' && (
          <Text size="sm" ta="center">
            New here?{' '}
            <Anchor component={Link} to={`/sign-up?${parameters.toString()}`} underline="always">
              Sign up
            </Anchor>
          </Text>
        )}
      </Stack>
    </AccountCard>
  )
}

function withWay(parameters: URLSearchParams): string {
  const more = new URLSearchParams(parameters)
  more.set('by', 'link')
  return `/sign-in?${more.toString()}`
}
