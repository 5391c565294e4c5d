// Asks for the password again where the server wants proof that it is still the person; then what was wanted goes on.
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useProve } from '../../data/account/own-account.ts'
import { useKnownSession, useSignOut } from '../../data/session.ts'
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
  const { withoutPassword } = useKnownSession()
  const Asked = withoutPassword ? SignInAgain : GivePassword
  return (
    <Modal opened={isProofNeeded(error)} onClose={onGiveUp} title="Is it still you?" centered>
      <Asked onProven={onProven} onGiveUp={onGiveUp} />
    </Modal>
  )
}

type AskedProps = Omit<Props, 'error'>

function GivePassword({ onProven, onGiveUp }: AskedProps) {
  const prove = useProve()
  const [password, setPassword] = useState('')
  const send = () => prove.mutate({ password }, { onSuccess: onProven })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog stands within the page's forms as React sees it.
    event.stopPropagation()
    send()
  }
  return (
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
        <Group>
          <Button type="submit" loading={prove.isPending}>
            Go on
          </Button>
          <Button variant="default" onClick={onGiveUp}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Whoever has no password here proves it by signing in anew, and comes back to this page. */
function SignInAgain({ onGiveUp }: AskedProps) {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const leave = () =>
    signOut.mutate(
      {},
      { onSuccess: () => void navigate(`/sign-in?${new URLSearchParams({ next: pathname }).toString()}`) },
    )
  return (
    <Stack gap="md">
      <Text size="sm">You signed in a while ago. Sign out and in again to go on; you come back to this page.</Text>
      {signOut.error && <RefusalNote error={signOut.error} onRetry={leave} />}
      <Group>
        <Button onClick={leave} loading={signOut.isPending} data-autofocus>
          Sign out and in again
        </Button>
        <Button variant="default" onClick={onGiveUp}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}
