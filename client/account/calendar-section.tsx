// Shows the own addresses of calendars and ends them.
import { Button, Text, Title } from '@mantine/core'
import { matchScreenRoute } from '#shared/decisions/2-screens.ts'
import type { CalendarAddressItem } from '#shared/protocol/own-account.ts'
import type { Model } from '#shared/model/model.ts'
import { useCalendarAddresses, useEndCalendarAddress } from '../data/account/calendars.ts'
import { useModel } from '../data/spec.ts'
import { RefusalNote } from '../refusals/refusal-note.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { sayWith } from '../words/say-with.tsx'
import { say } from '../words/say.ts'
import classes from './account-card.module.css'

/** Shows nothing where no calendar is subscribed to. */
export function CalendarSection() {
  const addresses = useCalendarAddresses()
  const end = useEndCalendarAddress()
  const model = useModel()
  const { data, error } = addresses
  if (!error && (data ?? []).length === 0) return null
  return (
    <div className={`card ${classes['own']}`}>
      <section aria-labelledby="calendars">
        <Title order={2} id="calendars" mb="xs">
          {say('Subscribed calendars')}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {say('Each has a secret address that shows what you may see. Revoke one that others may have got hold of.')}
        </Text>
        {error && <RefusalNote error={error} onRetry={() => void addresses.refetch()} />}
        {end.error && <RefusalNote error={end.error} />}
        <ul className={classes['sessions']}>
          {data?.map((item) => (
            <li key={item.id}>
              <div>
                <Text size="sm" fw={500}>
                  {calendarName(model, item)}
                </Text>
                <Text size="sm" c="dimmed">
                  {item.last_used_at
                    ? sayWith('used {when}', { when: <RelativeTime iso={item.last_used_at} /> })
                    : say('not used yet')}
                </Text>
              </div>
              <Button
                size="xs"
                variant="default"
                loading={end.isPending && end.variables === item.id}
                onClick={() => end.mutate(item.id)}
              >
                {say('Revoke')}
                <span className="unseen">: {calendarName(model, item)}</span>
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** The name of its screen; a call, or a screen that is gone, has none but its path. */
function calendarName(model: Model, { path }: CalendarAddressItem): string {
  const route = matchScreenRoute(model, path)
  return route?.kind === 'screen' ? route.screen.name : path
}
