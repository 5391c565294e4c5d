// Reads webhooks with what became of them, for administrators.
import { useQuery } from '@tanstack/react-query'
import type { DeliveriesBody } from '#shared/protocol/deliveries.ts'
import { fetchData } from '../api.ts'

/** Read anew with the records, after each change. */
export function useDeliveries() {
  return useQuery({
    queryKey: ['records', 'deliveries'],
    queryFn: async ({ signal }) => (await fetchData<DeliveriesBody>('/api/system/deliveries', signal)).items,
    staleTime: 0,
  })
}
