// Shows what happens to a record by itself, and when.
import { Box, Text } from '@mantine/core'
import type { TimerItem } from '#shared/protocol/timers.ts'
import { labelFor } from '#shared/text/label.ts'
import { Icon } from '../../ui/icon.tsx'
import { RelativeAndExactTime } from '../../ui/relative-time.tsx'
import { say } from '../../words/say.ts'
import classes from './record-timers.module.css'

/**
 * Lists the timers of a record, or shows nothing where none is waiting. They arrive with the record, because a line
 * that came late would push down everything below it.
 */
export function RecordTimers({ timers }: { readonly timers: readonly TimerItem[] }) {
  if (timers.length === 0) return null
  return (
    <Box component="ul" aria-label={say('Happens automatically')} m={0} mb="md" p={0} style={{ listStyle: 'none' }}>
      {timers.map((item) => (
        <Text component="li" size="sm" c="dimmed" key={item.id} className={classes['timer'] ?? ''}>
          <Icon name="clock" size={15} />
          <span className="wraps">
            {nameOf(item)} <When item={item} />
          </span>
        </Text>
      ))}
    </Box>
  )
}

function nameOf({ kind, name: written, status }: TimerItem): string {
  const name = labelFor(written)
  return status === 'failed' || kind !== 'transition' ? `${name}:` : say('Automatic: {name},', { name })
}

function When({ item: { status, dueAt, problem } }: { readonly item: TimerItem }) {
  if (status === 'failed')
    return problem === null
      ? say('refused; will retry when this changes')
      : say('refused ({problem}); will retry when this changes', { problem })
  if (dueAt === null) return null
  return <RelativeAndExactTime iso={dueAt} />
}
