// Offers the sample people of a demonstration: one click signs in as one of them.
import { Divider, Stack, Text, UnstyledButton } from '@mantine/core'
import type { SamplePeople as Sample } from '#shared/protocol/session.ts'
import { useSignIn } from '../../data/session.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { Initials } from '../../ui/person-badge.tsx'
import { say } from '../../words/say.ts'
import classes from './sample-people.module.css'

interface Props {
  readonly sample: Sample
  readonly onSecondStep: (next: { readonly challenge: string }) => void
}

export function SamplePeople({ sample, onSecondStep }: Props) {
  const signIn = useSignIn()
  const enter = (email: string) =>
    signIn.mutate({ email, password: sample.password }, { onSuccess: (next) => next && onSecondStep(next) })
  return (
    <Stack gap="sm">
      <Divider label={say('or try it as')} />
      {signIn.error && <RefusalNote error={signIn.error} />}
      <ul className={classes['people']}>
        {sample.people.map(({ email, name, is }) => (
          <li key={email}>
            <UnstyledButton
              className={classes['person'] ?? ''}
              disabled={signIn.isPending}
              onClick={() => enter(email)}
            >
              <Initials name={name} />
              <span>
                <Text span size="sm" fw={550}>
                  {name}
                </Text>
                <Text span size="xs" c="dimmed">
                  {is}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
