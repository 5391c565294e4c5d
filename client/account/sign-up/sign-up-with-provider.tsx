// Signs up by a provider, keeping an invitation out of the address.
import { Button, Divider } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { localPath } from '#shared/text/local-path.ts'
import { startAddress, useStartInvited } from '../../data/account/providers.ts'
import { useKnownSession } from '../../data/session.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { say } from '../../words/say.ts'
import classes from '../account-card.module.css'

interface Props {
  readonly invitation: string | null
  /** Is there no other way to sign up above it, from which a line divides it? */
  readonly isOnly: boolean
}

export function SignUpWithProvider({ invitation, isOnly }: Props) {
  const { signIn: ways } = useKnownSession()
  const [parameters] = useSearchParams()
  const start = useStartInvited()
  const providers = ways.filter((way) => way.kind === 'provider')
  if (providers.length === 0) return null
  return (
    <>
      {!isOnly && <Divider label={say('or')} />}
      {start.error && <RefusalNote error={start.error} />}
      {providers.map(({ name, path }) =>
        invitation === null ? (
          <Button
            key={path}
            component="a"
            href={startAddress(path, localPath(parameters.get('next')))}
            variant="default"
            className={classes['way']}
            size="md"
          >
            {say('Sign up with {name}', { name })}
          </Button>
        ) : (
          <Button
            key={path}
            onClick={() => start.mutate({ path, invitation })}
            loading={start.isPending && start.variables.path === path}
            variant="default"
            className={classes['way']}
            size="md"
          >
            {say('Sign up with {name}', { name })}
          </Button>
        ),
      )}
    </>
  )
}
