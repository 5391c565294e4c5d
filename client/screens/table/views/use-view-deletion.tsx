// Deletes a saved view: one's own at once, with Undo; one that others use too after a question.
import type { SavedView } from '#shared/protocol/saved-views.ts'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useDeleteView, useRestoreView } from '../../../data/submission/saved-view-mutations.ts'
import { showOffer } from '../../../ui/offer.tsx'
import { say } from '../../../words/say.ts'

export interface ViewDeletion {
  /** The one that is asked about, or that could not be deleted. */
  readonly asked: SavedView | undefined
  readonly isAsking: boolean
  readonly isPending: boolean
  readonly error: Error | null
  begin(view: SavedView): void
  go(): void
  close(): void
}

export function useViewDeletion(onDeleted: () => void, onKept: () => void): ViewDeletion {
  const [asked, setAsked] = useState<SavedView>()
  const [isAsking, setAsking] = useState(false)
  const ask = (view: SavedView) => {
    setAsked(view)
    setAsking(true)
  }
  const remove = useDeleteView()
  const restore = useRestoreView()
  const undo = (view: SavedView) => {
    const tell = (text: string, color: 'green' | 'red') => notifications.show({ message: text, color })
    restore.mutateAsync(view).then(
      () => tell(say('{title} restored.', { title: view.name }), 'green'),
      (error: Error) => tell(error.message, 'red'),
    )
  }
  const send = (view: SavedView) =>
    remove.mutate(view.id, {
      onError: () => ask(view),
      onSuccess: () => {
        setAsking(false)
        const text = say('{title} is deleted.', { title: view.name })
        if (view.role !== null) notifications.show({ message: text })
        else showOffer({ text, button: say('Undo'), onClick: () => undo(view) })
        onDeleted()
      },
    })
  return {
    asked,
    isAsking,
    isPending: remove.isPending,
    error: remove.error,
    begin: (view) => {
      remove.reset()
      if (view.role === null) send(view)
      else ask(view)
    },
    go: () => asked && send(asked),
    close: () => {
      setAsking(false)
      onKept()
    },
  }
}
