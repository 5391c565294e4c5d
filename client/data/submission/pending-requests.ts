// Tells what is on its way to the server, so that it stands where a person put it until its answer is there.
import { useMutationState } from '@tanstack/react-query'
import type { MutationKey } from '@tanstack/react-query'

/** Lists the variables of the mutations with this key that have no response yet, the oldest first. */
export function usePendingRequests<Request>(mutationKey: MutationKey): readonly Request[] {
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Request,
  })
}
