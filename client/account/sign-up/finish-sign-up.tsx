// Finishes a sign-up by link with a click, as mail programs open links.
import { Anchor, Button, Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useFinishSignUp } from '../../data/account/sign-up.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { AccountCard } from '../account-card.tsx'
import { NewPasswordInput } from '../new-password-input.tsx'
import { errorOfField, hasCode } from '../field-error.ts'
import { useErrorFocus } from '../use-error-focus.ts'
import { say } from '../../words/say.ts'

interface Props {
  readonly link: string
  /** Begins anew, without the link. */
  readonly onGiveUp: () => void
}

export function FinishSignUp({ link, onGiveUp }: Props) {
  const finish = useFinishSignUp()
  const [password, setPassword] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  const form = useErrorFocus(finish.error)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isChoosing) field.current?.focus()
  }, [isChoosing])
  const send = () =>
    finish.mutate(isChoosing ? { link, password } : { link }, {
      onError: (error) => hasCode(error, 'password_needed') && setChoosing(true),
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const isGone = ['link_gone', 'other_browser', 'conflict'].some((code) => hasCode(finish.error, code))
  const isSaidElsewhere = errorOfField(finish.error, 'password') !== undefined
  return (
    <AccountCard title={say('Finish signing up')}>
      <form ref={form} onSubmit={submit}>
        <Stack gap="md">
          {finish.error && !isSaidElsewhere && <RefusalNote error={finish.error} onRetry={send} />}
          {isChoosing && !isGone && (
            <NewPasswordInput
              ref={field}
              label={say('Password')}
              reason={say('You signed up in another browser, so please choose your password here.')}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={hasCode(finish.error, 'password_needed') ? undefined : errorOfField(finish.error, 'password')}
            />
          )}
          {!isChoosing && !finish.error && <Text>{say('Your link is ready. Continue to create your account.')}</Text>}
          {!isGone && (
            <Button type="submit" loading={finish.isPending} fullWidth size="md" data-autofocus>
              {say('Create account')}
            </Button>
          )}
          <Text size="sm" ta="center">
            <Anchor component={Link} to="/sign-up" onClick={onGiveUp} underline="always">
              {say('Sign up again')}
            </Anchor>
            {` ${say('or')} `}
            <Anchor component={Link} to="/sign-in" underline="always">
              {say('sign in')}
            </Anchor>
          </Text>
        </Stack>
      </form>
    </AccountCard>
  )
}
