// The ways to sign in that the document offers, in its order.
import { Button, Divider, Stack } from '@mantine/core'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SignInWay } from '#shared/model/model.ts'
import { localPath } from '#shared/protocol/local-path.ts'
import { usePasskeyAutofill, useSignInWithPasskey } from '../../data/account/passkeys.ts'
import { startAddress } from '../../data/account/providers.ts'
import { useKnownSession } from '../../data/session.ts'
import { Icon } from '../../ui/icon.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { ProviderProblem } from './provider-problem.tsx'

interface Props {
  /** The forms of the ways that have one. */
  readonly forms: { readonly [kind in 'password' | 'link']?: ReactNode }
}

export function SignInWays({ forms }: Props) {
  const { signIn } = useKnownSession()
  const [parameters] = useSearchParams()
  const next = localPath(parameters.get('next'))
  const shown = signIn.filter((way) => way.kind === 'passkey' || way.kind === 'provider' || forms[way.kind])
  return (
    <Stack gap="md">
      <ProviderProblem />
      {shown.map((way, at) => (
        <Fragment key={way.kind === 'provider' ? way.path : way.kind}>
          {at > 0 && isForm(way, shown[at - 1]) && <Divider label="or" />}
          {way.kind === 'passkey' ? (
            <PasskeyWay isFirst={at === 0} />
          ) : way.kind === 'provider' ? (
            <Button
              component="a"
              href={startAddress(way.path, next)}
              variant={at === 0 ? 'filled' : 'default'}
              fullWidth
              size="md"
            >
              Sign in with {way.name}
            </Button>
          ) : (
            forms[way.kind]
          )}
        </Fragment>
      ))}
    </Stack>
  )
}

/** Between two buttons nothing stands; a form is set apart. */
function isForm(...ways: readonly (SignInWay | undefined)[]): boolean {
  return ways.some((way) => way?.kind === 'password' || way?.kind === 'link')
}

function PasskeyWay({ isFirst }: { readonly isFirst: boolean }) {
  const signIn = useSignInWithPasskey()
  const { signIn: ways } = useKnownSession()
  // The browser offers passkeys in the field for the address, so there must be one; and one dialog at a time.
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
        Sign in with a passkey
      </Button>
    </>
  )
}
