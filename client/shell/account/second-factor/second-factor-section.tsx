// The second factor in one's account: is it on, what is left of the recovery codes, and how to change it.
import { Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { FormEvent } from 'react'
import { useState } from 'react'
import type { OwnSecondFactor } from '../../../data/account/second-factor.ts'
import { useOwnSecondFactor, useRenewRecoveryCodes, useSwitchOff } from '../../../data/account/second-factor.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../../../ui/skeletons.tsx'
import { RefusalNote } from '../../refusal-note.tsx'
import { CodeInput } from './code-input.tsx'
import { errorAt } from '../field-error.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

export function SecondFactorSection() {
  const own = useOwnSecondFactor()
  // It is on before the recovery codes were seen: they stay until they are put away.
  const [isUnderWay, setUnderWay] = useState(false)
  return (
    <section aria-labelledby="second-factor">
      <Title order={2} id="second-factor" mb="xs">
        Second factor
      </Title>
      {own.error && <RefusalNote error={own.error} onRetry={() => void own.refetch()} />}
      {own.isPending && (
        <Loading>
          <ListSkeleton rows={1} />
        </Loading>
      )}
      {own.data?.on && !isUnderWay && <SwitchedOn own={own.data} />}
      {own.data && (!own.data.on || isUnderWay) && (
        <>
          {!isUnderWay && (
            <Text size="sm" mb="md">
              A code from your phone, beside the password: whoever learns your password does not get in.
            </Text>
          )}
          <SetUpSecondFactor onBegun={() => setUnderWay(true)} onDone={() => setUnderWay(false)} />
        </>
      )}
    </section>
  )
}

function SwitchedOn({ own }: { readonly own: OwnSecondFactor }) {
  const [wanted, setWanted] = useState<'off' | 'codes' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const finish = () => {
    setWanted(null)
    setCodes(null)
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={finish} />
  if (wanted !== null) return <ProveWithCode wanted={wanted} onCodes={setCodes} onDone={finish} />
  return (
    <Stack gap="md">
      <Text size="sm">
        An authenticator app is asked for since <RelativeTime iso={own.on_since ?? ''} />. {sayLeft(own)}
        {own.needed && ' Your role asks for it.'}
      </Text>
      <Group>
        <Button variant="default" onClick={() => setWanted('codes')}>
          New recovery codes
        </Button>
        <Button variant="default" onClick={() => setWanted('off')}>
          {own.needed ? 'Set up another app' : 'Switch it off'}
        </Button>
      </Group>
    </Stack>
  )
}

function sayLeft({ recovery_codes_left: left }: OwnSecondFactor): string {
  if (left === 0) return 'No recovery code is left: make new ones.'
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
}

interface ProveProps {
  readonly wanted: 'off' | 'codes'
  readonly onCodes: (codes: readonly string[]) => void
  readonly onDone: () => void
}

function ProveWithCode({ wanted, onCodes, onDone }: ProveProps) {
  const off = useSwitchOff()
  const renew = useRenewRecoveryCodes()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { error, isPending } = wanted === 'off' ? off : renew
  const send = () => {
    if (wanted === 'codes') return renew.mutate({ password, code }, { onSuccess: onCodes })
    return off.mutate(
      { password, code },
      {
        onSuccess: () => {
          notifications.show({ message: 'The second factor is off.', color: 'green' })
          onDone()
        },
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          {wanted === 'off'
            ? 'Give your password and a code once more. Other sessions and tokens for programs end.'
            : 'Give your password and a code once more. The recovery codes that you have are good no longer.'}
        </Text>
        {error && !errorAt(error, 'password') && !errorAt(error, 'code') && (
          <RefusalNote error={error} onRetry={send} />
        )}
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errorAt(error, 'password')}
        />
        <CodeInput
          label="Code from your app, or a recovery code"
          letters
          value={code}
          onChange={setCode}
          error={errorAt(error, 'code')}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            {wanted === 'off' ? 'Switch it off' : 'Make new codes'}
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
