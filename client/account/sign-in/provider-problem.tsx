// Shows the problem of signing in by a provider.
import { Alert, Text } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { describeSignInProblem, isSignInProblem } from '#shared/protocol/sign-in-problem.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../words/say.ts'

export function ProviderProblem() {
  const [parameters] = useSearchParams()
  const { signIn } = useKnownSession()
  const model = useModel()
  const code = parameters.get('problem') ?? ''
  if (!isSignInProblem(code)) return null
  const path = parameters.get('provider')
  const provider = signIn.find((way) => way.kind === 'provider' && way.path === path)
  const name = provider?.kind === 'provider' ? provider.name : say('The provider')
  return (
    <Alert role="alert" variant="light" color="orange" icon={<Icon name="warning" />} radius="lg">
      <Text size="sm" c="var(--mantine-color-text)" fw={500}>
        {describeSignInProblem(model, code, name)}
      </Text>
    </Alert>
  )
}
