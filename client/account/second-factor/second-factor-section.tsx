// Shows the own second factor and the left recovery codes.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { OwnSecondFactor } from '../../data/account/second-factor.ts'
import { useOwnSecondFactor, useRenewRecoveryCodes, useSwitchOff } from '../../data/account/second-factor.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { ReauthenticationDialog, needsReauthentication } from '../reauthentication/reauthentication-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'
import { sayWith } from '../../words/say-with.tsx'
import { say, sayCount } from '../../words/say.ts'

export function SecondFactorSection() {
  const own = useOwnSecondFactor()
  // It is on before the recovery codes were seen: they stay until they are put away.
  const [isUnderWay, setUnderWay] = useState(false)
  return (
    <section aria-labelledby="second-factor">
      <Title order={2} id="second-factor" mb="xs">
        {say('Second factor')}
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
              {say('Adds a code from your phone, so a stolen password alone isn’t enough to sign in.')}
            </Text>
          )}
          <SetUpSecondFactor onBegun={() => setUnderWay(true)} onDone={() => setUnderWay(false)} />
        </>
      )}
    </section>
  )
}

function SwitchedOn({ own }: { readonly own: OwnSecondFactor }) {
  const off = useSwitchOff()
  const renew = useRenewRecoveryCodes()
  const switchOff = () =>
    off.mutate(undefined, {
      onSuccess: () => notifications.show({ message: say('The second factor is off.'), color: 'green' }),
    })
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data} onDone={renew.reset} />
  return (
    <Stack gap="md">
      <Text size="sm">
        {sayWith('You sign in with your password and a code from your authenticator app. You set it up {when}.', {
          when: <RelativeTime iso={own.on_since ?? ''} />,
        })}{' '}
        {sayLeft(own)} {own.needed && say('Your role requires it.')}
      </Text>
      <Text size="sm" c="dimmed">
        {say('New recovery codes replace your current ones.')}{' '}
        {own.needed
          ? say('Setting up another app ends your other sessions and API tokens.')
          : say('Switching it off ends your other sessions and API tokens.')}
      </Text>
      {off.error && !needsReauthentication(off.error) && <RefusalNote error={off.error} />}
      {renew.error && !needsReauthentication(renew.error) && <RefusalNote error={renew.error} />}
      <ReauthenticationDialog error={off.error} onProven={switchOff} onGiveUp={off.reset} />
      <ReauthenticationDialog error={renew.error} onProven={() => renew.mutate()} onGiveUp={renew.reset} />
      <Group>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          {say('New recovery codes')}
        </Button>
        <Button variant="default" loading={off.isPending} onClick={switchOff}>
          {own.needed ? say('Set up another app') : say('Switch it off')}
        </Button>
      </Group>
    </Stack>
  )
}

function sayLeft({ recovery_codes_left: left }: OwnSecondFactor): string {
  if (left === 0) return say('No recovery code is left: make new ones.')
  return sayCount(left, 'One recovery code is left.', '{count} recovery codes are left.')
}
