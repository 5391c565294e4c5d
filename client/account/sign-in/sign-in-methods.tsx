// Shows the sign-in methods of the document, in its order.
import { Button, Divider, Stack } from '@mantine/core'
import { Fragment } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { SignInOption } from '#shared/model/model.ts'
import { localPath } from '#shared/text/local-path.ts'
import { usePasskeyAutofill, useSignInWithPasskey } from '../../data/account/passkeys.ts'
import { startAddress } from '../../data/account/providers.ts'
import { useKnownSession } from '../../data/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say } from '../../words/say.ts'
import classes from '../account-card.module.css'
import { PasswordForm } from './password-form.tsx'
import { ProviderProblem } from './provider-problem.tsx'

interface Props {
  readonly onSecondStep: (next: { readonly challenge: string }) => void
}

export function SignInMethods({ onSecondStep }: Props) {
  const { signIn: ways } = useKnownSession()
  return (
    <Stack gap="md">
      <ProviderProblem />
      {ways.map((way, at) => (
        <Fragment key={way.kind === 'provider' ? way.path : way.kind}>
          {isBesideForm(way, ways[at - 1]) && <Divider label={say('or')} />}
          {way.kind === 'password' ? (
            <PasswordForm isFirst={at === 0} onSecondStep={onSecondStep} />
          ) : (
            <ButtonFor way={way} isFirst={at === 0} />
          )}
        </Fragment>
      ))}
    </Stack>
  )
}

/** Buttons stand together; the form is set apart from them. */
function isBesideForm(way: SignInOption, before: SignInOption | undefined): boolean {
  return before !== undefined && (way.kind === 'password' || before.kind === 'password')
}

interface ButtonProps {
  readonly way: SignInOption
  /** The first of the ways stands out. */
  readonly isFirst: boolean
}

function ButtonFor({ way, isFirst }: ButtonProps) {
  const [parameters] = useSearchParams()
  const look = { variant: isFirst ? 'filled' : 'default', className: classes['way'] ?? '', size: 'md' } as const
  if (way.kind === 'passkey') return <PasskeyButton isFirst={isFirst} />
  if (way.kind === 'provider') {
    return (
      <Button component="a" href={startAddress(way.path, localPath(parameters.get('next')))} {...look}>
        {say('Sign in with {name}', { name: way.name })}
      </Button>
    )
  }
  return (
    <Button component={Link} to={withLink(parameters)} {...look}>
      {say('Send me a link by email')}
    </Button>
  )
}

function withLink(parameters: URLSearchParams): string {
  const more = new URLSearchParams(parameters)
  more.set('by', 'link')
  return `/sign-in?${more.toString()}`
}

function PasskeyButton({ isFirst }: Pick<ButtonProps, 'isFirst'>) {
  const signIn = useSignInWithPasskey()
  const { signIn: ways } = useKnownSession()
  // The browser offers passkeys in the field for the address, so there must be one; and one question at a time.
  usePasskeyAutofill(ways.some(({ kind }) => kind === 'password') && !signIn.isPending)
  return (
    <>
      {signIn.error && <RefusalNote error={signIn.error} onRetry={() => signIn.mutate()} />}
      <Button
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<Icon name="passkey" size={18} />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
        fullWidth
        size="md"
      >
        {say('Sign in with a passkey')}
      </Button>
    </>
  )
}
