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
  /** The names of people who may read the record, of those that the words after an @ may begin with. */
  findNamed(words: string): Promise<readonly string[]>
}

/** Small enough for an address. */
const MOST_IN_A_REQUEST = 25

/**
 * Makes the lookup of mentionable people beside a record. Names that all texts beside the record look up at the same
 * moment share one request.
 */
export function mentionPlace(path: string, id: string): MentionPlace {
  let waiting: { readonly words: Set<string>; readonly found: Promise<readonly string[]> } | undefined
  const ask = async (words: ReadonlySet<string>): Promise<readonly string[]> => {
    await Promise.resolve()
    waiting = undefined
    const text = [...words].map((each) => `@${each}`).join('\n')
    const people = await fetchData<MentionablePeople>(
      `${addressOf(path, id)}?${new URLSearchParams({ text }).toString()}`,
    )
    return people.items.map(({ name }) => name)
  }
  return {
    path,
    id,
    findNamed(words) {
      if (waiting === undefined || waiting.words.size === MOST_IN_A_REQUEST) {
        const together = new Set<string>()
        waiting = { words: together, found: ask(together) }
      }
      waiting.words.add(words)
      return waiting.found
    },
  }
}

function addressOf(path: string, id: string): string {
  return `/api/system/mentions/${path}/${encodeURIComponent(id)}`
}

/** Undefined: a text of a new record, which nobody reads yet. */
export const MentionContext = createContext<MentionPlace | undefined>(undefined)

/** `search`: undefined where no mention is being written. */
export function useMentionable(place: MentionPlace | undefined, search: string | undefined) {
  const address = addressOf(place?.path ?? '', place?.id ?? '')
  return useQuery({
    queryKey: ['mentionable', address, search],
    queryFn: ({ signal }) =>
      fetchData<MentionablePeople>(`${address}?${new URLSearchParams({ search: search ?? '' }).toString()}`, signal),
    staleTime: 60_000,
    enabled: place !== undefined && search !== undefined,
    placeholderData: keepPreviousData,
  })
}
