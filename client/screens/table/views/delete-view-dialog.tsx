// Asks whether a view that others use too shall be deleted, and says why one can't be.
import type { SavedView } from '#shared/protocol/saved-views.ts'
import { Button, Group, Text } from '@mantine/core'
import { useModel } from '../../../data/spec.ts'
import { RefusalNote } from '../../../refusals/refusal-note.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useLateOpen } from '../../../ui/dialog/use-late-open.ts'
import { say } from '../../../words/say.ts'
import type { ViewDeletion } from './use-view-deletion.tsx'

interface Props {
  readonly view: SavedView
  readonly deletion: ViewDeletion
}

export function DeleteViewDialog({ view: { name, role }, deletion: { isAsking, error, isPending, go, close } }: Props) {
  const { roles } = useModel()
  const label = role === null ? undefined : (roles.get(role)?.name.label ?? role)
  return (
    <Dialog
      opened={useLateOpen(isAsking)}
      onClose={close}
      title={error ? say('Not deleted') : say('Delete {title}?', { title: name })}
    >
      {error ? (
        <RefusalNote error={error} onRetry={go} />
      ) : (
        <>
          <Text mb="lg">
            {label !== undefined && `${say('Everybody with the role {label} sees this view.', { label })} `}
            {say('It can’t be restored.')}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {say('Cancel')}
            </Button>
            <Button color="red.8" loading={isPending} onClick={go}>
              {say('Delete for good')}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  )
}
