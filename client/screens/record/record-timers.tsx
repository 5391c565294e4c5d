// Shows what happens to a record by itself, and when.
import { Box, Text } from '@mantine/core'
import type { Entity } from '#shared/model/model.ts'
import type { TimerItem } from '#shared/protocol/timers.ts'
import { labelFor } from '#shared/text/label.ts'
import { useRecordTimers } from '../../data/administration/timers.ts'
import { RelativeAndExactTime } from '../../ui/relative-time.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly entity: Entity
  readonly record: { readonly id: string; readonly _version?: unknown }
}

/** Nothing where nothing waits; that it can't be read keeps nobody from the record. */
export function RecordTimers({ entity, record }: Props) {
  const { data = [] } = useRecordTimers(entity.name.identifier, record.id, record._version)
  if (data.length === 0) return null
  return (
    <Box component="ul" aria-label={say('Happens by itself')} m={0} mb="md" p={0} style={{ listStyle: 'none' }}>
      {data.map((item) => (
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
      ? say('refused, tried again when this changes')
      : say('refused ({problem}), tried again when this changes', { problem })
  if (dueAt === null) return null
  return <RelativeAndExactTime iso={dueAt} />
}
