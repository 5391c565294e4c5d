// Offers to save the list as a view, and to change, rename and delete the saved view that is open.
import type { SavedView } from '#shared/protocol/saved-views.ts'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import type { Screen } from '#shared/model/model.ts'
import { useUpdateView } from '../../../data/submission/saved-view-mutations.ts'
import { useKnownSession } from '../../../data/session.ts'
import { loadPart } from '../../../ui/load-page.tsx'
import type { ListState } from '../list-state.ts'
import { isSavedSo, savedParameters } from './same-parameters.ts'
import { useViewDeletion } from './use-view-deletion.tsx'
import { say } from '../../../words/say.ts'

const SaveViewDialog = loadPart(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog)
const DeleteViewDialog = loadPart(async () => (await import('./delete-view-dialog.tsx')).DeleteViewDialog)
const ViewMenu = loadPart(async () => (await import('./view-menu.tsx')).ViewMenu)

interface Props {
  readonly screen: Screen
  readonly state: ListState
  /** The saved view that is open. */
  readonly open: SavedView | undefined
  /** Opens a saved view, or the first one; a button that had the keyboard is gone then. */
  readonly onOpen: (id: string | undefined, parameters: URLSearchParams) => void
}

export function ViewButtons({ screen, state, open, onOpen }: Props) {
  const session = useKnownSession()
  const [asked, setAsked] = useState<{
    readonly renamed?: SavedView
    readonly isOpen: boolean
    readonly round: number
  }>()
  const menu = useRef<HTMLButtonElement>(null)
  // The item from which a dialog was opened is gone.
  const goToMenu = () => requestAnimationFrame(() => menu.current?.focus())
  const deletion = useViewDeletion(() => onOpen(undefined, new URLSearchParams()), goToMenu)
  const update = useUpdateView()
  if (!session.person) return null
  const ask = (renamed?: SavedView) =>
    setAsked({ isOpen: true, round: (asked?.round ?? 0) + 1, ...(renamed ? { renamed } : {}) })
  const isChanged = open ? !isSavedSo(state.parameters, open.query) : state.isChanged
  const isChangeable = open !== undefined && (open.own || session.administrator)
  const discard = () => open && onOpen(open.id, savedParameters(open))
  const saveChanges = () => {
    if (!open) return
    const query = queryOf(state.parameters)
    update.mutate(
      { id: open.id, query },
      {
        onSuccess: (view) => {
          notifications.show({ message: say('{title} is changed.', { title: view.name }), color: 'green' })
          onOpen(view.id, savedParameters(view))
        },
        onError: (error) => notifications.show({ message: error.message, color: 'red' }),
      },
    )
  }
  return (
    <Group gap="xs" wrap="nowrap" flex="none">
      {open && isChanged && (
        <Button variant="subtle" color="gray" size="compact-md" visibleFrom="sm" onClick={discard}>
          {say('Discard changes')}
        </Button>
      )}
      {isChangeable && isChanged && (
        <Button
          variant="subtle"
          size="compact-md"
          data-command={say('Save changes')}
          loading={update.isPending}
          onClick={saveChanges}
        >
          {say('Save changes')}
        </Button>
      )}
      {!isChangeable && isChanged && (
        <Button variant="subtle" size="compact-md" data-command={say('Save this view')} onClick={() => ask()}>
          {open ? say('Save as a new view …') : say('Save view …')}
        </Button>
      )}
      {open && (isChangeable || isChanged) && (
        <ViewMenu
          place={menu}
          {...(isChanged ? { onDiscard: discard } : {})}
          {...(isChangeable && isChanged ? { onSaveNew: () => ask() } : {})}
          {...(isChangeable ? { onRename: () => ask(open), onDelete: () => deletion.begin(open) } : {})}
        />
      )}
      {asked && (
        <SaveViewDialog
          key={asked.round}
          screen={screen}
          query={queryOf(state.parameters)}
          renamed={asked.renamed}
          isOpen={asked.isOpen}
          onClose={() => {
            setAsked({ ...asked, isOpen: false })
            if (isChangeable) goToMenu()
          }}
          onSaved={(view) => {
            // Who renames a view goes on with it as it stands.
            const parameters = asked.renamed ? new URLSearchParams(state.parameters) : savedParameters(view)
            onOpen(view.id, parameters)
          }}
        />
      )}
      {deletion.asked && <DeleteViewDialog view={deletion.asked} deletion={deletion} />}
    </Group>
  )
}

function queryOf(parameters: URLSearchParams): string {
  const query = new URLSearchParams(parameters)
  query.delete('_saved')
  return query.toString()
}
