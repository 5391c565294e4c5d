// Reads what is open under a person's name, and reassigns it to another person.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReassignBody, OpenRecords } from '#shared/protocol/people.ts'
import { fetchData, sendRequest } from '../api.ts'
import { useSubmission } from '../submission/use-submission.ts'

export function useOpenRecords(person: string) {
  return useQuery({
    queryKey: ['people', 'open', person],
    queryFn: ({ signal }) =>
      fetchData<{ readonly items: readonly OpenRecords[] }>(`/api/system/people/${person}/open`, signal),
    staleTime: 0,
  })
}

export interface ReassignChoice {
  readonly to: string
  readonly fields: readonly Pick<OpenRecords, 'entity' | 'field'>[]
}

export function useReassign(person: string) {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async (body: ReassignChoice) =>
      (await sendRequest<ReassignBody>(`/api/system/people/${person}/reassign`, { method: 'POST', body })).data,
    onSuccess: () =>
      Promise.all(['people', 'audit', 'records'].map((first) => client.invalidateQueries({ queryKey: [first] }))),
  })
}
