// Shows the own API tokens and ends them.
import type { ApiTokenItem } from '#shared/protocol/own-account.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Model } from '#shared/model/model.ts'
import { useEndToken, useTokens } from '../../data/account/tokens.ts'
import { labelAllRoles } from '../say-roles.ts'
import { useModel } from '../../data/spec.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { sayWith } from '../../words/say-with.tsx'
import { say } from '../../words/say.ts'
import classes from '../account-card.module.css'
import { NewTokenForm } from './new-token.tsx'

export function TokenSection() {
  const tokens = useTokens()
  const end = useEndToken()
  const [isMaking, setMaking] = useState(false)
  const model = useModel()
  return (
    <section aria-labelledby="tokens">
      <Title order={2} id="tokens" mb="xs">
        {say('API tokens')}
      </Title>
      <Stack gap="md">
        <Text size="sm">
          {say(
            'Programs use a token to call the API on your behalf. A token can do what you choose, as long as you’re allowed to do it too.',
          )}
        </Text>
        {tokens.error && <RefusalNote error={tokens.error} onRetry={() => void tokens.refetch()} />}
        {end.error && <RefusalNote error={end.error} />}
        {tokens.isPending && (
          <Loading>
            <ListSkeleton rows={1} />
          </Loading>
        )}
        {tokens.data && tokens.data.length > 0 && (
          <ul className={classes['sessions']}>
            {tokens.data.map((token) => (
              <li key={token.id}>
                <div>
                  <Text size="sm" fw={500}>
                    {token.name}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {sayWith('{roles}, until {when}', {
                      roles: sayRoles(model, token),
                      when: <RelativeTime iso={token.expires_at} />,
                    })}
                    {'; '}
                    {token.last_used_at
                      ? sayWith('used {when}', { when: <RelativeTime iso={token.last_used_at} /> })
                      : say('not used yet')}
                  </Text>
                </div>
                <Button
                  size="xs"
                  variant="default"
                  loading={end.isPending && end.variables === token.id}
                  onClick={() => end.mutate(token.id)}
                >
                  {say('Revoke')}
                  <span className="unseen">: {say('the token {name}', { name: token.name })}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {isMaking ? (
          <NewTokenForm onDone={() => setMaking(false)} />
        ) : (
          <Group>
            <Button variant="default" onClick={() => setMaking(true)}>
              {say('New token')}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  )
}

function sayRoles(model: Model, token: ApiTokenItem): string {
  const roles = labelAllRoles(model, token)
  return roles.length === 0 ? say('Without a role') : say('As {roles}', { roles: roles.join(', ') })
}
