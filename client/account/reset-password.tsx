// Chooses a new password by a one-time link.
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useKnownSession } from '../data/session.ts'
import { useResetPassword } from '../data/account/one-time-links.ts'
import { SubmitForm } from '../ui/submit-form.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { AccountCard } from './account-card.tsx'
import { NewPasswordInput } from './new-password-input.tsx'
import { errorOfField, hasCode } from './field-error.ts'
import { useLinkSecret } from './link-secret.ts'
import { useErrorFocus } from './use-error-focus.ts'
import { say } from '../words/say.ts'

export function ResetPassword() {
  const link = useLinkSecret('link')
  const reset = useResetPassword()
  const { sendsMail } = useKnownSession()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const form = useErrorFocus(reset.error)
  const isGone = link === null || hasCode(reset.error, 'link_gone')
  const send = () =>
    reset.mutate(
      { link: link ?? '', password },
      {
        onSuccess: () => {
          notifications.show({ message: say('Your password is changed. Sign in with it.'), color: 'green' })
          void navigate('/sign-in')
        },
      },
    )
  return (
    <AccountCard title={say('Choose a new password')}>
      {isGone ? (
        <Stack gap="md">
          {reset.error ? (
            <RefusalNote error={reset.error} />
          ) : (
            <Text>
              {sendsMail
                ? say('This page needs the link that we sent you.')
                : say('This page needs a link. An administrator can make one for you.')}
            </Text>
          )}
          {sendsMail ? (
            <Button component={Link} to="/forgot-password" fullWidth size="md">
              {say('Ask for a link')}
            </Button>
          ) : (
            <Button component={Link} to="/sign-in" variant="default" fullWidth size="md">
              {say('Back to sign in')}
            </Button>
          )}
        </Stack>
      ) : (
        <SubmitForm ref={form} onSubmit={send}>
          <Stack gap="md">
            {reset.error && !errorOfField(reset.error, 'password') && (
              <RefusalNote error={reset.error} onRetry={send} />
            )}
            <NewPasswordInput
              label={say('New password')}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={errorOfField(reset.error, 'password')}
            />
            <Text size="sm" c="dimmed">
              {say('You will be signed out everywhere, and your API tokens will stop working.')}
            </Text>
            <Button type="submit" loading={reset.isPending} fullWidth size="md">
              {say('Change the password')}
            </Button>
            <Text size="sm" ta="center">
              <Anchor component={Link} to="/sign-in" underline="always">
                {say('Back to sign in')}
              </Anchor>
            </Text>
          </Stack>
        </SubmitForm>
      )}
    </AccountCard>
  )
}
