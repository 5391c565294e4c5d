// Asks for the code of the second factor while signing in.
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSecondFactor } from '../../data/session.ts'
import { SubmitForm } from '../../ui/submit-form.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { AccountCard } from '../account-card.tsx'
import { CodeInput } from './code-input.tsx'
import { errorOfField } from '../field-error.ts'
import { useErrorFocus } from '../use-error-focus.ts'
import { say } from '../../words/say.ts'

interface Props {
  readonly challenge: string
  readonly onRestart: () => void
}

export function SecondStepForm({ challenge, onRestart }: Props) {
  const step = useSecondFactor()
  const [code, setCode] = useState('')
  const [byRecovery, setByRecovery] = useState(false)
  const form = useErrorFocus(step.error)
  const send = () => step.mutate({ challenge, code })
  const change = () => {
    setByRecovery(!byRecovery)
    setCode('')
    step.reset()
  }
  return (
    <AccountCard title={say('One more step')}>
      <SubmitForm ref={form} onSubmit={send}>
        <Stack gap="md">
          {step.error && !errorOfField(step.error, 'code') && <RefusalNote error={step.error} onRetry={send} />}
          <CodeInput
            label={byRecovery ? say('Recovery code') : say('Code from your app')}
            description={
              byRecovery
                ? say('One of the ten codes you saved. Each works once.')
                : say('Six digits, in the authenticator app on your phone.')
            }
            withCharacters={byRecovery}
            first
            value={code}
            onChange={setCode}
            error={errorOfField(step.error, 'code')}
          />
          <Button type="submit" loading={step.isPending} fullWidth size="md">
            {say('Sign in')}
          </Button>
          <Text size="sm" ta="center">
            <Anchor component="button" type="button" onClick={change} underline="always">
              {byRecovery ? say('Use the app') : say('I don’t have the app here')}
            </Anchor>
            {' · '}
            <Anchor component="button" type="button" onClick={onRestart} underline="always">
              {say('Start again')}
            </Anchor>
          </Text>
        </Stack>
      </SubmitForm>
    </AccountCard>
  )
}
