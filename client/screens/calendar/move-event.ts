// Moves and stretches a record in its calendar.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Entity } from '#shared/model/model.ts'
import { sendRequest } from '../../data/api.ts'
import { usePendingRequests } from '../../data/submission/pending-requests.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import { refreshRecords } from '../../data/submission/refresh-records.ts'

interface EventMove {
  readonly id: string
  readonly values: { readonly [field: string]: string | null }
  /** Version of the record that is meant. Undefined accepts any version. */
  readonly version?: number | undefined
}

const moveKey = (entity: Entity) => ['move-event', entity.path]

export function useMoveEvent(entity: Entity) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: moveKey(entity),
    mutationFn: ({ id, values, version }: EventMove) =>
      sendRequest<RecordData>(`/api/${entity.path}/${encodeURIComponent(id)}`, {
        method: 'PATCH',
        body: values,
        ...(version === undefined ? {} : { headers: { 'If-Match': `"${version}"` } }),
      }),
    onSettled: () => refreshRecords(client),
  }).mutateAsync
}

/**
 * Reads the moves on their way to the server, by id. Events stay where they were put until the list has been read
 * again.
 */
export function useMovedEvents(entity: Entity): ReadonlyMap<string, EventMove['values']> {
  const moves = usePendingRequests<EventMove>(moveKey(entity))
  return new Map(moves.map(({ id, values }) => [id, values]))
}
