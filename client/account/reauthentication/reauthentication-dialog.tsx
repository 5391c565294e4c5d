// Asks the person to re-authenticate, then repeats the refused request.
import { useReauthenticationMethods } from '../../data/account/reauthentication.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { hasCode } from '../field-error.ts'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import { say } from '../../words/say.ts'

interface Props {
  /** Error of the original request. The dialog is shown only where the error demands re-authentication. */
  readonly error: unknown
  readonly onProven: () => void
  readonly onGiveUp: () => void
}

export function needsReauthentication(error: unknown): boolean {
  return hasCode(error, 'proof_needed') || asksForBoth(error)
}

/** The second factor is about to be changed: only the first is not enough. */
function asksForBoth(error: unknown): boolean {
  return hasCode(error, 'second_proof_needed')
}

export function ReauthenticationDialog({ error, onProven, onGiveUp }: Props) {
  return (
    <Dialog opened={needsReauthentication(error)} onClose={onGiveUp} title={say('Confirm it’s you')} centered>
      <DialogContent asksForBoth={asksForBoth(error)} onProven={onProven} onGiveUp={onGiveUp} />
    </Dialog>
  )
}

function DialogContent({ asksForBoth: isBoth, ...done }: Omit<Props, 'error'> & { readonly asksForBoth: boolean }) {
  const proof = useReauthenticationMethods()
  if (proof.error) return <RefusalNote error={proof.error} onRetry={() => void proof.refetch()} />
  if (!proof.data)
    return (
      <Loading>
        <ListSkeleton rows={2} />
      </Loading>
    )
  return <ReauthenticationForm proof={proof.data} asksForBoth={isBoth} {...done} />
}
