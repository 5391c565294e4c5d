// Signing up, where the document leaves it open; errors stand at their fields.
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { Refusal } from '../../data/api.ts'
import { isSignUpOpen, useKnownSession, useSignUp } from '../../data/session.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { AccountCard } from './account-card.tsx'
import { nextPath } from './next-path.ts'

const FIELDS = ['name', 'email', 'password'] as const

export function SignUp() {
  const session = useKnownSession()
  const [parameters] = useSearchParams()
  const signUp = useSignUp()
  const [values, setValues] = useState({ name: '', email: '', password: '' })
  if (session.person) return <Navigate to={nextPath(parameters.get('next'))} replace />
  if (!isSignUpOpen(session)) {
    return (
      <AccountCard title="Sign up">
        <Text>Accounts are given by invitation. Please ask those who run this application.</Text>
      </AccountCard>
    )
  }
  const set = (field: (typeof FIELDS)[number]) => (event: { readonly currentTarget: { readonly value: string } }) => {
    const { value } = event.currentTarget
    setValues((before) => ({ ...before, [field]: value }))
  }
  const errorAt = (field: string): string | null => {
    const errors = signUp.error instanceof Refusal ? signUp.error.problem.errors : []
    return errors.find((each) => each.field === field)?.message ?? null
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    signUp.mutate(values)
  }
  const atFields = FIELDS.some((field) => errorAt(field))
  return (
    <AccountCard title="Sign up">
      <form onSubmit={send}>
        <Stack gap="md">
          {signUp.error && !atFields && <RefusalNote error={signUp.error} onRetry={() => signUp.mutate(values)} />}
          <TextInput label="Name" name="name" autoComplete="name" required withAsterisk={false} value={values.name} onChange={set('name')} error={errorAt('name')} />
          <TextInput
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={values.email}
            onChange={set('email')}
            error={errorAt('email')}
          />
          <PasswordInput
            label="Password"
            description="A sentence is easier to remember than a riddle: long is what counts."
            name="password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={values.password}
            onChange={set('password')}
            error={errorAt('password')}
          />
          <Button type="submit" loading={signUp.isPending} fullWidth size="md">
            Sign up
          </Button>
          <Text size="sm" ta="center">
            Already have an account?{' '}
            <Anchor component={Link} to={`/sign-in?${parameters.toString()}`} underline="always">
              Sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </AccountCard>
  )
}
