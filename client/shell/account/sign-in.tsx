// Signing in with e-mail and password.
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { useKnownSession, useSignIn } from '../../data/session.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { AccountCard } from './account-card.tsx'
import { nextPath } from './next-path.ts'

export function SignIn() {
  const session = useKnownSession()
  const [parameters] = useSearchParams()
  const signIn = useSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  if (session.person) return <Navigate to={nextPath(parameters.get('next'))} replace />
  const send = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ email, password })
  }
  return (
    <AccountCard title="Sign in">
      <form onSubmit={send}>
        <Stack gap="md">
          {signIn.error && <RefusalNote error={signIn.error} onRetry={() => signIn.mutate({ email, password })} />}
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
          {session.signUp === 'open' && (
            <Text size="sm" ta="center">
              New here?{' '}
              <Anchor component={Link} to={`/sign-up?${parameters.toString()}`} underline="always">
                Sign up
              </Anchor>
            </Text>
          )}
        </Stack>
      </form>
    </AccountCard>
  )
}
