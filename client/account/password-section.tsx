// Changes the own password.
import { Anchor, Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useChangePassword } from '../data/account/own-account.ts'
import { useKnownSession } from '../data/session.ts'
import { SubmitForm } from '../ui/submit-form.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { NewPasswordInput } from './new-password-input.tsx'
import { errorOfField } from './field-error.ts'
import { useErrorFocus } from './use-error-focus.ts'
import { sayWith } from '../words/say-with.tsx'
import { say } from '../words/say.ts'

export function PasswordSection() {
  const { withoutPassword, sendsMail } = useKnownSession()
  return (
    <section aria-labelledby="password">
      <Title order={2} id="password" mb="md">
        {say('Password')}
      </Title>
      {withoutPassword ? (
        <Text size="sm">
          {say('You don’t have a password here. You sign in another way.')}
          {sendsMail && (
            <>
              {' '}
              {sayWith('To add a password, {link}.', {
                link: (
                  <Anchor component={Link} to="/forgot-password" underline="always">
                    {say('have a link sent to you')}
                  </Anchor>
                ),
              })}
            </>
          )}
        </Text>
      ) : (
        <ChangePassword />
      )}
    </section>
  )
}

function ChangePassword() {
  const change = useChangePassword()
  const form = useErrorFocus(change.error)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const send = () =>
    change.mutate(
      { current, password },
      {
        onSuccess: () => {
          setCurrent('')
          setPassword('')
          notifications.show({
            message: say('Your password has been changed. You’re signed out everywhere else.'),
            color: 'green',
          })
        },
      },
    )
  return (
    <SubmitForm ref={form} onSubmit={send}>
      <Stack gap="md">
        {change.error && !errorOfField(change.error, 'current') && !errorOfField(change.error, 'password') && (
          <RefusalNote error={change.error} onRetry={send} />
        )}
        <PasswordInput
          label={say('Current password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={errorOfField(change.error, 'current')}
        />
        <NewPasswordInput
          label={say('New password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errorOfField(change.error, 'password')}
        />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            {say('Change the password')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  )
}
