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

export function mentionableQuery(place: MentionPlace | undefined, search: string) {
  const address = place && `/api/system/mentions/${place.path}/${encodeURIComponent(place.id)}`
  return {
    queryKey: ['mentionable', address, search],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      fetchData<MentionablePeople>(`${address}?${new URLSearchParams({ search }).toString()}`, signal),
    staleTime: 60_000,
  }
}

/** `search`: undefined where no mention is being written. */
export function useMentionable(place: MentionPlace | undefined, search: string | undefined) {
  return useQuery({
    ...mentionableQuery(place, search ?? ''),
    enabled: place !== undefined && search !== undefined,
    placeholderData: keepPreviousData,
  })
}
