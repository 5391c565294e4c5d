// Reads who can be mentioned in a text beside a record.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext } from 'react'
import type { MentionablePeople } from '#shared/protocol/notices.ts'
import { fetchData } from '../api.ts'

/** The record beside which texts are written. */
export interface MentionPlace {
  /** Path of the entity: "tickets". */
  readonly path: string
  readonly id: string
}

/** Undefined: a text of a new record, which nobody reads yet. */
export const MentionContext = createContext<MentionPlace | undefined>(undefined)

/** `search`: undefined where no mention is being written. */
export function useMentionable(place: MentionPlace | undefined, search: string | undefined) {
  const address = place && `/api/system/mentions/${place.path}/${encodeURIComponent(place.id)}`
  return useQuery({
    queryKey: ['mentionable', address, search],
    queryFn: ({ signal }) =>
      fetchData<MentionablePeople>(`${address}?${new URLSearchParams({ search: search ?? '' }).toString()}`, signal),
    enabled: address !== undefined && search !== undefined,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
