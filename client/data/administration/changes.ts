// Reads change sets, and undoes one, a large one in the background.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangesBody, UndoneBody, UndoStatus } from '#shared/protocol/changes.ts'
import { fetchData, sendRequest } from '../api.ts'
import { followWork, askToStop } from '../follow-work.ts'
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

/** Undefined: it was stopped, and nothing is undone. `onStatus`: of what is undone in the background. */
export async function undoChangeSet(
  id: string,
  onStatus: (status: UndoStatus) => void = () => {},
): Promise<UndoneBody | undefined> {
  const { data } = await sendRequest<UndoneBody | UndoStatus>(`/api/system/changes/${id}/undo`, {
    method: 'POST',
    body: {},
  })
  if (!('state' in data)) return data
  return (await followWork(statusPath(data), data, { isWanted: () => true, onStatus })).result
}

export function useUndo() {
  const client = useQueryClient()
  const [status, setStatus] = useState<UndoStatus>()
  const submission = useSubmission({
    mutationFn: (id: string) => undoChangeSet(id, setStatus),
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: [KEY] }), refreshRecords(client)])
    },
    onSettled: () => setStatus(undefined),
  })
  const stop = async () => {
    if (status) await askToStop(statusPath(status))
  }
  /** `status`: how far it is, where it is done in the background. */
  return { ...submission, status, stop }
}

function statusPath({ id }: UndoStatus): string {
  return `/api/system/undos/${id}`
}
