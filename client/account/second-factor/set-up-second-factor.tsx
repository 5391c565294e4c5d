// Sets up an authenticator app: picture, code and recovery codes.
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SecondFactorSetUp } from '../../data/account/second-factor.ts'
import { useBeginSetUp, useConfirmSetUp } from '../../data/account/second-factor.ts'
import { SubmitForm } from '../../ui/submit-form.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { ReauthenticationDialog, needsReauthentication } from '../reauthentication/reauthentication-dialog.tsx'
import { CodeInput } from './code-input.tsx'
import { errorOfField } from '../field-error.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly onBegun?: () => void
  /** Called with the answer that has the recovery codes. */
  readonly onCodes?: () => void
  /** Called when the second factor is on and the recovery codes were seen, or when the setup was given up. */
  readonly onDone: () => void
}

export function SetUpSecondFactor({ onBegun, onCodes, onDone }: Props) {
  const begin = useBeginSetUp()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const start = () => begin.mutate(undefined, { onSuccess: () => onBegun?.() })
  const cancel = () => {
    begin.reset()
    onDone()
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />
  const show = (given: readonly string[]) => {
    setCodes(given)
    onCodes?.()
  }
  if (begin.data) return <ConfirmSetUp setUp={begin.data} onConfirmed={show} onCancel={cancel} />
  return (
    <Stack gap="md">
      {begin.error && !needsReauthentication(begin.error) && <RefusalNote error={begin.error} onRetry={start} />}
      <ReauthenticationDialog error={begin.error} onProven={start} onGiveUp={begin.reset} />
      <Group>
        <Button onClick={start} loading={begin.isPending}>
          {say('Set up an authenticator app')}
        </Button>
      </Group>
    </Stack>
  )
}

interface ConfirmProps {
  readonly setUp: SecondFactorSetUp
  readonly onConfirmed: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

function ConfirmSetUp({ setUp, onConfirmed, onCancel }: ConfirmProps) {
  const confirm = useConfirmSetUp()
  const [code, setCode] = useState('')
  const send = () => confirm.mutate(code, { onSuccess: onConfirmed })
  return (
    <SubmitForm onSubmit={send}>
      <Stack gap="md">
        <Text size="sm">
          {say(
            'Open an authenticator app on your phone (such as Aegis, FreeOTP, 1Password or Google Authenticator), and scan this code:',
          )}
        </Text>
        <QrCode text={setUp.uri} label={say('Picture for the authenticator app; the same as the key below')} />
        <Text size="sm">
          {say('No camera? Type this key into the app:')} <Code>{setUp.seed.match(/.{1,4}/g)?.join(' ')}</Code>
        </Text>
        {confirm.error && !errorOfField(confirm.error, 'code') && <RefusalNote error={confirm.error} onRetry={send} />}
        <CodeInput
          label={say('Code from your app')}
          description={say('The six digits that the app shows now.')}
          first
          value={code}
          onChange={setCode}
          error={errorOfField(confirm.error, 'code')}
        />
        <Group>
          <Button type="submit" loading={confirm.isPending}>
            {say('Switch it on')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {say('Cancel')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  )
}
