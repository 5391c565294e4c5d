// Offers to save the list as it stands as a view, and deletes views.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Screen } from '#shared/model/model.ts'
import type { SavedViewData } from '../../../data/saved-views.ts'
import { useKnownSession } from '../../../data/session.ts'
import { loadPart } from '../../../ui/load-page.tsx'
import type { ListState } from '../list-state.ts'
import { DeleteViewDialog } from './delete-view-dialog.tsx'
import { useViewDeletion } from './use-view-deletion.tsx'
import { say } from '../../../words/say.ts'

const SaveViewDialog = loadPart(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog)

interface Props {
  readonly screen: Screen
  readonly state: ListState
  /** The saved view that is open. */
  readonly open: SavedViewData | undefined
  /** The one that was open is gone. */
  readonly onDeleted: () => void
}

export function ViewButtons({ screen, state, open, onDeleted }: Props) {
  const session = useKnownSession()
  const [isAsking, setAsking] = useState(false)
  const deletion = useViewDeletion(onDeleted)
  if (!session.person) return null
  return (
    <Group gap="xs" wrap="nowrap" flex="none">
      {open && (open.own || session.administrator) && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          loading={deletion.isPending}
          onClick={() => deletion.begin(open)}
        >
          {say('Delete view')}
        </Button>
      )}
      {state.isChanged && (
        <Button variant="subtle" size="compact-md" data-command={say('Save this view')} onClick={() => setAsking(true)}>
          {say('Save view …')}
        </Button>
      )}
      {isAsking && <SaveViewDialog screen={screen} state={state} onClose={() => setAsking(false)} />}
      {deletion.asked && <DeleteViewDialog view={deletion.asked} deletion={deletion} />}
    </Group>
  )
}
