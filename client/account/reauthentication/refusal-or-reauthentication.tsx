// Shows a refusal; where a re-authentication is missing, asks for it and goes on.
import type { ComponentProps } from 'react'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { ReauthenticationDialog, needsReauthentication } from '../reauthentication/reauthentication-dialog.tsx'

interface Props extends ComponentProps<typeof RefusalNote> {
  /** Sends the same again. */
  readonly onProven: () => void
  readonly onGiveUp: () => void
}

export function RefusalOrReauthentication({ onProven, onGiveUp, ...note }: Props) {
  if (needsReauthentication(note.error))
    return <ReauthenticationDialog error={note.error} onProven={onProven} onGiveUp={onGiveUp} />
  return <RefusalNote {...note} />
}
