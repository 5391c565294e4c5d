// Finds the names in a text that are mentions: of people who may read the record beside it.
import { useQueries } from '@tanstack/react-query'
import { use } from 'react'
import { possibleMentions } from '#shared/text/mentions.ts'
import { MentionContext, mentionableQuery } from './mentions.ts'

/** The longest first. */
export function useMentionedNames(text: string): readonly string[] {
  const place = use(MentionContext)
  const mentions = place === undefined || !text.includes('@') ? [] : possibleMentions(text)
  // The shortest that may stand there finds the longer ones too.
  const searches = [...new Set(mentions.flatMap((names) => names.at(-1) ?? []))]
  const found = useQueries({ queries: searches.map((search) => mentionableQuery(place, search)) })
  const known = new Set(found.flatMap(({ data }) => data?.items.map(({ name }) => name) ?? []))
  const named = mentions.flatMap((names) => names.find((name) => known.has(name)) ?? [])
  return [...new Set(named)].toSorted((a, b) => b.length - a.length)
}
