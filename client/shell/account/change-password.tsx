// Another password, for who knows the present one.
import { Button, Group, PasswordInput, Stack, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useChangePassword } from '../../data/account/own-account.ts'
import { Refusal } from '../../data/api.ts'
import { RefusalNote } from '../refusal-note.tsx'

export function ChangePassword() {
  const change = useChangePassword()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const errors = change.error instanceof Refusal ? change.error.problem.errors : []
  const errorAt = (field: string) => errors.find((each) => each.field === field)?.message
  const send = () =>
    change.mutate(
      { current, password },
      {
        onSuccess: () => {
          setCurrent('')
          setPassword('')
          notifications.show({
            message: 'Your password is changed. Everywhere else you are signed out.',
            color: 'green',
          })
        },
      },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit}>
      <Title order={2} mb="md">
        Password
      </Title>
      <Stack gap="md">
        {change.error && !errorAt('current') && !errorAt('password') && (
          <RefusalNote error={change.error} onRetry={send} />
        )}
        <PasswordInput
          label="Present password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={errorAt('current')}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errorAt('password')}
        />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            Change the password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
