// Asks for the password again where the server wants proof that it is still the person; then what was wanted goes on.
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useProve } from '../../data/account/own-account.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { errorAt, hasCode } from './field-error.ts'

interface Props {
  /** What the wanted call was answered; nothing is shown unless it asks for proof. */
  readonly error: unknown
  readonly onProven: () => void
  readonly onGiveUp: () => void
}

export function isProofNeeded(error: unknown): boolean {
  return hasCode(error, 'proof_needed')
}

export function AskForProof({ error, onProven, onGiveUp }: Props) {
  const prove = useProve()
  const [password, setPassword] = useState('')
  const send = () =>
    prove.mutate(
      { password },
      {
        onSuccess: () => {
          setPassword('')
          onProven()
        },
      },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog stands within the page's forms as React sees it.
    event.stopPropagation()
    send()
  }
  const close = () => {
    setPassword('')
    prove.reset()
    onGiveUp()
  }
  return (
    <Modal opened={isProofNeeded(error)} onClose={close} title="Is it still you?" centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">You signed in a while ago. Give your password again to go on.</Text>
          {prove.error && !errorAt(prove.error, 'password') && <RefusalNote error={prove.error} onRetry={send} />}
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errorAt(prove.error, 'password')}
          />
          <Text size="sm" c="dimmed">
            Have you no password here? Then sign out, and sign in again.
          </Text>
          <Group>
            <Button type="submit" loading={prove.isPending}>
              Go on
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
