// Shows the same message after signing up, whether or not the account exists.
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { SignUpResponse } from '#shared/protocol/sign-ups.ts'
import { useKnownSession } from '../../data/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { AccountCard } from '../account-card.tsx'

interface Props {
  readonly next: SignUpResponse['next']
  readonly email: string
}

export function SignUpSent({ next, email }: Props) {
  const { sendsMail } = useKnownSession()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  const isByLetter = next === 'letter'
  return (
    <AccountCard title={isByLetter ? 'Look for our letter' : 'An administrator lets you in'}>
      <Stack gap="md">
        <Alert
          ref={note}
          tabIndex={-1}
          role="status"
          variant="light"
          radius="lg"
          icon={<Icon name={isByLetter ? 'inbox' : 'clock'} />}
        >
          <Text size="sm" className="wraps">
            {isByLetter
              ? `A letter is on its way to ${email}. Its link finishes signing up; it is good for a day, once. Best open it in this browser. Nothing there? Look among the unwanted letters, or sign up once more.`
              : sendsMail
                ? `Your request has arrived, for ${email}. Once an administrator has let you in, a letter brings you the link that makes your account. If you had an account before, sign in as ever.`
                : `Your request has arrived, for ${email}. Nothing is sent to you: come back in a while, or ask those who run this application. Then sign in with what you have just chosen. If you had an account before, sign in as ever.`}
          </Text>
        </Alert>
        <Text size="sm" ta="center">
          <Anchor component={Link} to="/sign-in" underline="always">
            Go to signing in
          </Anchor>
        </Text>
      </Stack>
    </AccountCard>
  )
}
