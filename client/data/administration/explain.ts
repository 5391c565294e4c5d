// Why not: asks the server to explain a call on records.
import { useQuery } from '@tanstack/react-query'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import { ask } from '../api.ts'
import type { ExplainedCall } from '../api.ts'

export function useExplain(call: ExplainedCall, isAsked: boolean) {
  return useQuery({
    queryKey: ['records', 'explain', call],
    queryFn: async ({ signal }) =>
      (await ask<ExplainBody>('/api/system/explain', { method: 'POST', body: { call }, signal })).data,
    enabled: isAsked,
    staleTime: 0,
  })
}
