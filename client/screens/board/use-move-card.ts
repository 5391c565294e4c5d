// Moves a card on the server: does a transition or changes the column's field.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Entity, Field } from '#shared/model/model.ts'
import { sendRequest } from '../../data/api.ts'
import { usePendingRequests } from '../../data/submission/pending-requests.ts'
import type { FieldValues } from '../../data/records/record-mutations.ts'
import { refreshRecords } from '../../data/submission/refresh-records.ts'
import type { RecordData } from '../../data/records/record-data.ts'

export interface CardMove {
  readonly record: RecordData
  readonly word: string
  /** Path of the transition; absent: the field is changed. */
  readonly by?: string
  readonly values?: FieldValues
}

export function useMoveCard(entity: Entity, field: Field) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: moveKey(entity, field),
    mutationFn: ({ record, word, by, values = {} }: CardMove) => {
      const path = `/api/${entity.path}/${encodeURIComponent(record.id)}`
      return by === undefined
        ? sendRequest<RecordData>(path, { method: 'PATCH', body: { [field.name.identifier]: word } })
        : sendRequest<RecordData>(`${path}/${by}`, { method: 'POST', body: values })
    },
    // Also after a refusal: the card may stand elsewhere by now.
    onSettled: () => refreshRecords(client),
  }).mutateAsync
}

/**
 * Reads the cards that are on their way to the server, by id. They stay where they were put until the columns have
 * been read again.
 */
export function useMovedCards(entity: Entity, field: Field): ReadonlyMap<string, CardMove> {
  const moves = usePendingRequests<CardMove>(moveKey(entity, field))
  return new Map(moves.map((move) => [move.record.id, move]))
}

function moveKey(entity: Entity, field: Field): readonly string[] {
  return ['move-card', entity.path, field.name.identifier]
}
