// Deletes a record, with undo or a confirmation.
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useNavigate } from 'react-router-dom'
import type { Entity } from '#shared/model/model.ts'
import { useDelete, useRestore } from '../../data/records/record-mutations.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { usePermissions } from '../../data/records/permissions.ts'
import { listScreen } from '../../data/visible-screens.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showOffer } from '../../ui/offer.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly entity: Entity
  readonly record: RecordData
  /** `isSmall` fits the button into a row of a list. Deleting then does not leave the list. */
  readonly isSmall?: boolean
}

export function DeleteButton({ entity, record, isSmall = false }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const navigate = useNavigate()
  const remove = useDelete(entity, record.id)
  const restore = useRestore(entity, record.id)
  const { restore: canRestore } = usePermissions(entity)
  const [asking, { open, close }] = useDisclosure(false)
  if (record._may?.delete.allowed !== true) return null
  const forGood = entity.deleted.kind === 'for good'
  // Who can undo it need not be asked.
  const asksFirst = forGood || !canRestore
  const title = titleOf(model, entity.name.identifier, record)

  const undo = () => {
    const id = notifications.show({ message: say('Restoring {title} …', { title }), loading: true, autoClose: false })
    // It stays until the record is back, and says so.
    const tell = (message: string, color: 'green' | 'red') =>
      notifications.update({ id, message, color, loading: false, autoClose: 4_000 })
    // The button is gone by then: only the promise outlives it.
    restore.mutateAsync().then(
      () => tell(say('{title} restored.', { title }), 'green'),
      (error: Error) => tell(error.message, 'red'),
    )
  }
  const leave = () => {
    if (!isSmall) void navigate(listScreen(model, session, entity.name.identifier)?.route ?? '/')
    if (asksFirst) {
      notifications.show({ message: say('{title} is deleted.', { title }) })
      return
    }
    showOffer({ text: say('{title} is in the trash.', { title }), button: say('Undo'), onClick: undo })
  }
  const go = () => remove.mutate(undefined, { onSuccess: leave, onError: open })
  return (
    <>
      <ActionIcon
        {...(isSmall ? {} : { variant: 'default', size: 36 })}
        aria-label={say('Delete {title}', { title })}
        loading={remove.isPending}
        onClick={asksFirst ? open : go}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
      <Dialog
        opened={asking}
        onClose={close}
        title={remove.error ? say('Not deleted') : say('Delete {title}?', { title })}
      >
        {remove.error ? (
          <RefusalNote error={remove.error} onRetry={go} />
        ) : (
          <>
            <Text mb="lg">
              {forGood
                ? say('It can’t be restored.')
                : say('It will move to the trash. You can’t restore it yourself.')}
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {say('Cancel')}
              </Button>
              <Button color="red.8" loading={remove.isPending} onClick={go}>
                {forGood ? say('Delete for good') : say('Delete')}
              </Button>
            </Group>
          </>
        )}
      </Dialog>
    </>
  )
}
