// Re-authenticates by a provider, a link, or signing out and in again.
import { Button, Stack, Text } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ReauthenticationMethod } from '#shared/protocol/reauthentication.ts'
import { useReauthenticateByProvider, useSendReauthenticationLink } from '../../data/account/reauthentication.ts'
import { useSignOut } from '../../data/session.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say } from '../../words/say.ts'
import classes from '../account-card.module.css'

interface Props {
  readonly methods: readonly ReauthenticationMethod[]
  /** Nothing else is offered. */
  readonly isOnlyWay: boolean
}

export function SignInAgain({ methods, isOnlyWay }: Props) {
  const providers = methods.filter((method) => method.kind === 'provider')
  const hasLink = methods.some(({ kind }) => kind === 'link')
  if (providers.length === 0 && !hasLink) return isOnlyWay ? <OutAndIn /> : null
  return (
    <Stack gap="xs">
      {providers.map(({ name, path }) => (
        <AtProvider key={path} name={name} path={path} />
      ))}
      {hasLink && <ByLink />}
    </Stack>
  )
}

function AtProvider({ name, path }: { readonly name: string; readonly path: string }) {
  const prove = useReauthenticateByProvider()
  const { pathname } = useLocation()
  const leave = () => prove.mutate({ path, next: pathname })
  return (
    <>
      {prove.error && <RefusalNote error={prove.error} onRetry={leave} />}
      <Button variant="default" className={classes['method']} loading={prove.isPending} onClick={leave}>
        {say('Sign in again with {name}', { name })}
      </Button>
    </>
  )
}

function ByLink() {
  const send = useSendReauthenticationLink()
  if (send.isSuccess)
    return (
      <Text size="sm" role="status">
        {say('We sent a message to your address. Open its link in this browser within a quarter of an hour.')}
      </Text>
    )
  return (
    <>
      {send.error && <RefusalNote error={send.error} onRetry={() => send.mutate()} />}
      <Button variant="default" fullWidth loading={send.isPending} onClick={() => send.mutate()}>
        {say('Send me a link by email')}
      </Button>
    </>
  )
}

/** After it the person comes back to this page. */
function OutAndIn() {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const leave = () =>
    signOut.mutate(
      {},
      { onSuccess: () => void navigate(`/sign-in?${new URLSearchParams({ next: pathname }).toString()}`) },
    )
  return (
    <>
      {signOut.error && <RefusalNote error={signOut.error} onRetry={leave} />}
      <Button onClick={leave} loading={signOut.isPending} data-autofocus fullWidth>
        {say('Sign out and in again')}
      </Button>
    </>
  )
}
