// Shows the own sessions and ends them.
import type { SessionItem } from '#shared/protocol/own-account.ts'
import { Button, Text, Title } from '@mantine/core'
import { useEndSession, useSessions, useSignOutElsewhere } from '../data/account/own-account.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ListSkeleton, Loading } from '../ui/skeletons.tsx'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { sayWith } from '../words/say-with.tsx'
import { say } from '../words/say.ts'
import classes from './account-card.module.css'

export function SessionList() {
  const sessions = useSessions()
  const end = useEndSession()
  const elsewhere = useSignOutElsewhere()
  return (
    <section aria-labelledby="sessions">
      <Title order={2} id="sessions" mb="xs">
        {say('Where you are signed in')}
      </Title>
      {sessions.error && <RefusalNote error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {end.error && <RefusalNote error={end.error} />}
      {elsewhere.error && <RefusalNote error={elsewhere.error} />}
      {sessions.isPending && (
        <Loading>
          <ListSkeleton rows={2} />
        </Loading>
      )}
      <ul className={classes['sessions']}>
        {sessions.data?.toSorted(currentFirst).map((session) => (
          <li key={session.id}>
            <div>
              <Text size="sm" fw={500}>
                {describeClient(session)}
              </Text>
              <Text size="sm" c="dimmed">
                {sayWith(session.current ? 'This one, signed in {when}' : 'Signed in {when}', {
                  when: <RelativeTime iso={session.created_at} />,
                })}
              </Text>
            </div>
            {!session.current && (
              <Button
                size="xs"
                variant="default"
                loading={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                {say('Sign out there')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {(sessions.data?.length ?? 0) > 2 && (
        <Button mt="md" variant="default" loading={elsewhere.isPending} onClick={() => elsewhere.mutate()}>
          {say('Sign out everywhere else')}
        </Button>
      )}
    </section>
  )
}

function currentFirst(one: SessionItem, other: SessionItem): number {
  return Number(other.current) - Number(one.current)
}

/** "Mozilla/5.0 (X11; Linux …) … Firefox/130.0" → "Firefox on Linux". */
export function describeClient({ client }: Pick<SessionItem, 'client'>): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(client)?.[1]
  const system = /\b(iPhone|iPad|Android|Windows|Macintosh|Linux)\b/.exec(client)?.[1]
  if (!browser) return client === '' ? say('Unknown program') : (client.split(/[\s/]/)[0] ?? client)
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  return system
    ? say('{browser} on {system}', { browser: name, system: system === 'Macintosh' ? 'Mac' : system })
    : name
}
