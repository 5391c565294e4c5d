// Requests a one-time link by mail, with the same response for unknown addresses.
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useRequestLink } from '../data/account/one-time-links.ts'
import { useKnownSession } from '../data/session.ts'
import { Icon } from '../ui/icon.tsx'
import { SubmitForm } from '../ui/submit-form.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { AccountCard } from './account-card.tsx'
import { say } from '../words/say.ts'

const ABOUT = {
  password: {
    title: say('Forgot your password?'),
    text: say('Enter your email address. We send you a link to choose a new password.'),
    send: say('Send me a link'),
    sent: (email: string) =>
      say(
        'If {email} has an account here, we’ve sent it a link. It works once, within an hour. Nothing there? Check your spam folder, or try again later.',
        { email },
      ),
  },
  'sign-in': {
    title: say('Sign in by a link'),
    text: say('Enter your email address. We send you a link that signs you in.'),
    send: say('Send me a link'),
    sent: (email: string) =>
      say(
        'If {email} has an account here, we’ve sent it a link. It works once, within 15 minutes. Nothing there? Check your spam folder, or try again later.',
        { email },
      ),
  },
} as const

export function ForgotPassword() {
  const { sendsMail } = useKnownSession()
  if (sendsMail) return <RequestLink kind="password" />
  return (
    <AccountCard title={ABOUT.password.title}>
      <Stack gap="md">
        <Text>
          {say('This application doesn’t send email. Ask an administrator for a link to choose a new password.')}
        </Text>
        <BackToSignIn />
      </Stack>
    </AccountCard>
  )
}

export function RequestLink({ kind }: { readonly kind: 'password' | 'sign-in' }) {
  const ask = useRequestLink(kind)
  const [email, setEmail] = useState('')
  const about = ABOUT[kind]
  const send = () => ask.mutate({ email })
  if (ask.isSuccess) return <Sent title={about.title} text={about.sent(email)} />
  return (
    <AccountCard title={about.title}>
      <SubmitForm onSubmit={send}>
        <Stack gap="md">
          <Text size="sm">{about.text}</Text>
          {ask.error && <RefusalNote error={ask.error} onRetry={send} />}
          <TextInput
            label={say('Email')}
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" loading={ask.isPending} fullWidth size="md">
            {about.send}
          </Button>
          <BackToSignIn />
        </Stack>
      </SubmitForm>
    </AccountCard>
  )
}

interface SentProps {
  readonly title: string
  readonly text: string
}

function Sent({ title, text }: SentProps) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <AccountCard title={title}>
      <Stack gap="md">
        <Alert ref={note} tabIndex={-1} role="status" variant="light" radius="lg" icon={<Icon name="inbox" />}>
          <Text size="sm">{text}</Text>
        </Alert>
        <BackToSignIn />
      </Stack>
    </AccountCard>
  )
}

function BackToSignIn() {
  return (
    <Text size="sm" ta="center">
      <Anchor component={Link} to="/sign-in" underline="always">
        {say('Back to sign in')}
      </Anchor>
    </Text>
  )
}
