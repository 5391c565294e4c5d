// Reads change sets, and undoes one.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ChangesBody, UndoneBody } from '#shared/protocol/changes.ts'
import { fetchData, sendRequest } from '../api.ts'
import { refreshRecords } from '../submission/refresh-records.ts'
import { useSubmission } from '../submission/use-submission.ts'

const KEY = 'changes'

export function useChanges(person: string) {
  return useInfiniteQuery({
    queryKey: [KEY, person],
    queryFn: ({ signal, pageParam }) => {
      const given = Object.entries({ limit: '20', person, after: pageParam }).filter(([, value]) => value !== '')
      return fetchData<ChangesBody>(`/api/system/changes?${new URLSearchParams(given).toString()}`, signal)
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

export async function undoChangeSet(id: string): Promise<UndoneBody> {
  return (await sendRequest<UndoneBody>(`/api/system/changes/${id}/undo`, { method: 'POST', body: {} })).data
}

export function useUndo() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: undoChangeSet,
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: [KEY] }), refreshRecords(client)])
    },
  })
}
