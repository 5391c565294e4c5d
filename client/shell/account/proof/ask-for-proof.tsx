// Asks who is there where the server wants proof that it is still the person; then what was wanted goes on.
import { Modal } from '@mantine/core'
import { useProofWays } from '../../../data/account/proof.ts'
import { ListSkeleton, Loading } from '../../../ui/skeletons.tsx'
import { RefusalNote } from '../../refusal-note.tsx'
import { hasCode } from '../field-error.ts'
import { ProofForm } from './proof-form.tsx'

interface Props {
  /** What the wanted call was answered; nothing is shown unless it asks for proof. */
  readonly error: unknown
  readonly onProven: () => void
  readonly onGiveUp: () => void
}

export function isProofNeeded(error: unknown): boolean {
  return hasCode(error, 'proof_needed') || asksForBoth(error)
}

/** The second factor is about to be changed: the first alone is not enough. */
function asksForBoth(error: unknown): boolean {
  return hasCode(error, 'second_proof_needed')
}

export function AskForProof({ error, onProven, onGiveUp }: Props) {
  return (
    <Modal opened={isProofNeeded(error)} onClose={onGiveUp} title="Is it still you?" centered>
      <Asked asksForBoth={asksForBoth(error)} onProven={onProven} onGiveUp={onGiveUp} />
    </Modal>
  )
}

function Asked({ asksForBoth: isBoth, ...done }: Omit<Props, 'error'> & { readonly asksForBoth: boolean }) {
  const proof = useProofWays()
  if (proof.error) return <RefusalNote error={proof.error} onRetry={() => void proof.refetch()} />
  if (!proof.data)
    return (
      <Loading>
        <ListSkeleton rows={2} />
      </Loading>
    )
  return <ProofForm proof={proof.data} asksForBoth={isBoth} {...done} />
}
