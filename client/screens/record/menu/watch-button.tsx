// Begins or ends watching a record, whose changes are then listed in the inbox.
import { ActionIcon, Box } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Entity } from '#shared/model/model.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useWatch, useWatches } from '../../../data/notices/watches.ts'
import { Icon } from '../../../ui/icon.tsx'
import { say } from '../../../words/say.ts'

export function WatchButton({ entity, record }: { readonly entity: Entity; readonly record: RecordData }) {
  const { person, viewing } = useKnownSession()
  const isOffered = person !== null && viewing === undefined
  const { data, isPending } = useWatches(isOffered)
  const watch = useWatch()
  if (!isOffered) return null
  // Its place is kept: a button that comes late would push down all that stands below.
  if (data === undefined) return isPending ? <Box w={SIZE} h={SIZE} aria-hidden /> : null
  const watched = watch.isPending ? watch.variables.watches : data.items.some(({ id }) => id === record.id)
  const change = () =>
    watch.mutate(
      { path: entity.path, id: record.id, watches: !watched },
      {
        onSuccess: () =>
          notifications.show({
            message: watched
              ? say('You’re no longer watching this.')
              : say('You’re watching this. Changes will appear in your inbox.'),
          }),
        onError: (error) => notifications.show({ message: error.message, color: 'orange' }),
      },
    )
  return (
    <ActionIcon
      variant={watched ? 'light' : 'default'}
      {...(watched ? { color: 'primary' } : {})}
      size={SIZE}
      aria-label={say('Watch')}
      aria-pressed={watched}
      aria-keyshortcuts="w"
      data-command={watched ? say('Stop watching') : say('Watch')}
      title={watched ? say('Stop watching (W)') : say('Watch for changes (W)')}
      onClick={change}
    >
      <Icon name="bell" size={17} />
    </ActionIcon>
  )
}

const SIZE = 36
