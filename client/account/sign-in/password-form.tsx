// Signs in with email and password.
import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useKnownSession, useSignIn } from '../../data/session.ts'
import { SubmitForm } from '../../ui/submit-form.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say } from '../../words/say.ts'
import { hasCode } from '../field-error.ts'
import { useErrorFocus } from '../use-error-focus.ts'

interface Props {
  /** Is it the first way to sign in? Its button stands out. */
  readonly isFirst: boolean
  readonly onSecondStep: (next: { readonly challenge: string }) => void
}

export function PasswordForm({ isFirst, onSecondStep }: Props) {
  const { signIn: ways } = useKnownSession()
  const signIn = useSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const form = useErrorFocus(signIn.error, hasCode(signIn.error, 'wrong_credentials') ? 'password' : undefined)
  const send = () => signIn.mutate({ email, password }, { onSuccess: (next) => next && onSecondStep(next) })
  return (
    <SubmitForm ref={form} onSubmit={send}>
      <Stack gap="md">
        {signIn.error && <RefusalNote error={signIn.error} onRetry={send} />}
        <TextInput
          label={say('Email')}
          type="email"
          name="email"
          autoComplete={ways.some(({ kind }) => kind === 'passkey') ? 'username webauthn' : 'username'}
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={say('Password')}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant={isFirst ? 'filled' : 'default'} loading={signIn.isPending} fullWidth size="md">
          {say('Sign in')}
        </Button>
        <Text size="sm" ta="center">
          <Anchor component={Link} to="/forgot-password" underline="always">
            {say('Forgot your password?')}
          </Anchor>
        </Text>
      </Stack>
    </SubmitForm>
  )
}
