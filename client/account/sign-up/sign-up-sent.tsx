// Shows the same message after signing up, whether or not the account exists.
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { SignUpResponse } from '#shared/protocol/sign-ups.ts'
import { useKnownSession } from '../../data/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { AccountCard } from '../account-card.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly next: SignUpResponse['next']
  readonly email: string
}

export function SignUpSent({ next, email }: Props) {
  const { sendsMail } = useKnownSession()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  const isByMail = next === 'mail'
  return (
    <AccountCard title={isByMail ? say('Check your inbox') : say('Waiting for approval')}>
      <Stack gap="md">
        <Alert
          ref={note}
          tabIndex={-1}
          role="status"
          variant="light"
          radius="lg"
          icon={<Icon name={isByMail ? 'inbox' : 'clock'} />}
        >
          <Text size="sm" className="wraps">
            {isByMail
              ? say(
                  'We sent a message to {email}. Open its link in this browser within a day to finish signing up. It works once. Nothing there? Check your spam folder, or sign up again.',
                  { email },
                )
              : sendsMail
                ? say(
                    'We have your request for {email}. When an administrator has approved it, we send you a link that creates your account. If you already have an account, sign in.',
                    { email },
                  )
                : say(
                    'We have your request for {email}. When an administrator has approved it, sign in with the password that you chose. We cannot send you a message, so please check back later. If you already have an account, sign in.',
                    { email },
                  )}
          </Text>
        </Alert>
        <Text size="sm" ta="center">
          <Anchor component={Link} to="/sign-in" underline="always">
            {say('Go to sign-in')}
          </Anchor>
        </Text>
      </Stack>
    </AccountCard>
  )
}
