// Finds the names in a text that are mentions: of people who may read the record beside it.
import { useQueries } from '@tanstack/react-query'
import { use } from 'react'
import { possibleMentions } from '#shared/text/mentions.ts'
import { MentionContext } from './mentions.ts'

/** The longest first. */
export function useMentionedNames(text: string): readonly string[] {
  const place = use(MentionContext)
  const mentions = place === undefined || !text.includes('@') ? [] : possibleMentions(text)
  const longest = [...new Set(mentions.flatMap((names) => names[0] ?? []))]
  const found = useQueries({
    queries: longest.map((name) => ({
      queryKey: ['mentioned', place?.path, place?.id, name],
      queryFn: () => place?.findNamed(name) ?? [],
      staleTime: 60_000,
    })),
  })
  const known = new Set(found.flatMap(({ data }) => data ?? []))
  const named = mentions.flatMap((names) => names.find((name) => known.has(name)) ?? [])
  return [...new Set(named)].toSorted((a, b) => b.length - a.length)
}
