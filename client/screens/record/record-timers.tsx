// Shows what happens to a record by itself, and when.
import { Box, Text } from '@mantine/core'
import type { TimerItem } from '#shared/protocol/timers.ts'
import { labelFor } from '#shared/text/label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { RelativeAndExactTime } from '../../ui/relative-time.tsx'
import { say } from '../../words/say.ts'

/** They come with the record: a line that comes late would push down all that stands below. Nothing where nothing waits. */
export function RecordTimers({ record: { _timers = [] } }: { readonly record: RecordData }) {
  if (_timers.length === 0) return null
  return (
    <Box component="ul" aria-label={say('Happens automatically')} m={0} mb="md" p={0} style={{ listStyle: 'none' }}>
      {_timers.map((item) => (
        <Text component="li" size="sm" c="dimmed" key={item.id} className="wraps">
          {labelFor(item.name)}: <When item={item} />
        </Text>
      ))}
    </Box>
  )
}

function When({ item: { status, dueAt, problem } }: { readonly item: TimerItem }) {
  if (status === 'failed')
    return problem === null
      ? say('refused; will retry when this changes')
      : say('refused ({problem}); will retry when this changes', { problem })
  if (dueAt === null) return null
  return <RelativeAndExactTime iso={dueAt} />
}
