// Shows the person's methods of re-authentication.
import { Anchor, Button, Divider, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ReauthenticationBody } from '#shared/protocol/reauthentication.ts'
import { useReauthenticateByPasskey } from '../../data/account/passkeys.ts'
import { useReauthenticate } from '../../data/account/reauthentication.ts'
import { Icon } from '../../ui/icon.tsx'
import { SubmitForm } from '../../ui/submit-form.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { errorOfField } from '../field-error.ts'
import { CodeInput } from '../second-factor/code-input.tsx'
import { credentialFieldsOf } from './credential-fields.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly proof: ReauthenticationBody
  readonly asksForBoth: boolean
  readonly onProven: () => void
  readonly onGiveUp: () => void
}

export function ReauthenticationForm({ proof, asksForBoth, onProven, onGiveUp }: Props) {
  const [byCode, setByCode] = useState(false)
  const { fields, canSwitch, isFirstElsewhere } = credentialFieldsOf(proof, { asksForBoth, byCode })
  const hasPasskey = proof.methods.some(({ kind }) => kind === 'passkey')
  const elsewhere = asksForBoth && !isFirstElsewhere ? [] : proof.methods
  const form = useRef<HTMLDivElement>(null)
  // The dialog was there before what is in it: the keyboard is on its way out (the cross), and belongs here.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return (
    <Stack gap="md" ref={form}>
      <Text size="sm">
        {asksForBoth
          ? say('This changes your second factor, so a password is not enough.')
          : say('You signed in a while ago. Please confirm it’s you.')}
      </Text>
      {hasPasskey && <PasskeyButton onProven={onProven} />}
      {hasPasskey && fields.length > 0 && <Divider label={say('or')} />}
      {fields.length > 0 && <Typed fields={fields} isOnly={!hasPasskey} onProven={onProven} onGiveUp={onGiveUp} />}
      {canSwitch && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => setByCode(!byCode)}
          underline="always"
          ta="start"
        >
          {byCode ? say('Use your password instead') : say('Use a code from the app instead')}
        </Anchor>
      )}
      {isFirstElsewhere && (
        <Text size="sm">{say('Sign in again first. You’ll then come back here to enter a code from your app.')}</Text>
      )}
      <SignInAgain methods={elsewhere} isOnlyWay={!hasPasskey && fields.length === 0} />
      {fields.length === 0 && (
        <Button variant="default" onClick={onGiveUp}>
          {say('Cancel')}
        </Button>
      )}
    </Stack>
  )
}

function PasskeyButton({ onProven }: Pick<Props, 'onProven'>) {
  const prove = useReauthenticateByPasskey()
  const send = () => prove.mutate(undefined, { onSuccess: onProven })
  const refused = errorOfField(prove.error, 'passkey')
  return (
    <>
      {prove.error && refused === undefined && <RefusalNote error={prove.error} onRetry={send} />}
      {refused !== undefined && (
        <Text size="sm" c="red" role="alert">
          {refused}
        </Text>
      )}
      <Button
        leftSection={<Icon name="passkey" size={18} />}
        loading={prove.isPending}
        onClick={send}
        data-autofocus
        fullWidth
      >
        {say('Use a passkey')}
      </Button>
    </>
  )
}

interface TypedProps extends Pick<Props, 'onProven' | 'onGiveUp'> {
  readonly fields: readonly ('password' | 'code')[]
  /** Nothing stands above it. */
  readonly isOnly: boolean
}

function Typed({ fields, isOnly, onProven, onGiveUp }: TypedProps) {
  const prove = useReauthenticate()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [hasPassword, hasCode] = [fields.includes('password'), fields.includes('code')]
  const send = () =>
    prove.mutate({ ...(hasPassword ? { password } : {}), ...(hasCode ? { code } : {}) }, { onSuccess: onProven })
  const isShownBeside = fields.some((field) => errorOfField(prove.error, field) !== undefined)
  return (
    <SubmitForm onSubmit={send}>
      <Stack gap="md">
        {prove.error && !isShownBeside && <RefusalNote error={prove.error} onRetry={send} />}
        {hasPassword && (
          <PasswordInput
            label={say('Password')}
            autoComplete="current-password"
            data-autofocus={isOnly || undefined}
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errorOfField(prove.error, 'password')}
          />
        )}
        {hasCode && (
          <CodeInput
            label={say('Code from your app, or a recovery code')}
            withCharacters
            first={isOnly && !hasPassword}
            value={code}
            onChange={setCode}
            error={errorOfField(prove.error, 'code')}
          />
        )}
        <Group>
          <Button type="submit" variant={isOnly ? 'filled' : 'default'} loading={prove.isPending}>
            {say('Continue')}
          </Button>
          <Button variant="default" onClick={onGiveUp}>
            {say('Cancel')}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  )
}
