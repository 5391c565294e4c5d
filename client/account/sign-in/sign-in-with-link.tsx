// Signs in by link with a click, as mail programs open links.
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { SecondFactorStep } from '../../data/session.ts'
import { useSignInWithLink } from '../../data/session.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { AccountCard } from '../account-card.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly link: string
  readonly onSecondStep: (step: SecondFactorStep) => void
  readonly onGiveUp: () => void
}

export function SignInWithLink({ link, onSecondStep, onGiveUp }: Props) {
  const signIn = useSignInWithLink()
  const send = () => signIn.mutate({ link }, { onSuccess: (next) => next && onSecondStep(next) })
  return (
    <AccountCard title={say('Sign in')}>
      <Stack gap="md">
        {signIn.error ? (
          <RefusalNote error={signIn.error} onRetry={send} />
        ) : (
          <Text>{say('Your link is ready. Continue to sign in.')}</Text>
        )}
        <Button onClick={send} loading={signIn.isPending} fullWidth size="md" data-autofocus>
          {say('Sign in with the link')}
        </Button>
        <Text size="sm" ta="center">
          <Anchor component={Link} to="/sign-in" onClick={onGiveUp} underline="always">
            {say('Sign in another way')}
          </Anchor>
        </Text>
      </Stack>
    </AccountCard>
  )
}
