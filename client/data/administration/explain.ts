// Asks the server to explain a request on records.
import { useQuery } from '@tanstack/react-query'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import { sendRequest } from '../api.ts'
import type { ExplainableRequest } from '../api.ts'

export function useExplain(call: ExplainableRequest, isAsked: boolean) {
  return useQuery({
    queryKey: ['records', 'explain', call],
    queryFn: async ({ signal }) =>
      (await sendRequest<ExplainBody>('/api/system/explain', { method: 'POST', body: { call }, signal })).data,
    enabled: isAsked,
    staleTime: 0,
  })
}
