// Opens the dialog that starts a trial of the draft.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { BASE_PATH } from '../../data/base-path.ts'
import { loadPart } from '../../ui/load-page.tsx'
import { say } from '../../words/say.ts'
import type { TryDialogProps } from './try-dialog.tsx'

const TryDialog = loadPart(async () => (await import('./try-dialog.tsx')).TryDialog)

export function TryButton(props: Omit<TryDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  // A trial has no trials of its own.
  if (BASE_PATH !== '') return null
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)} data-command={say('Try the draft')}>
        {say('Try')}
      </Button>
      {isOpen && <TryDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
