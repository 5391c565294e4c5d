// Puts what is called as it was typed before what only has the words.
import { foldText } from '#shared/expressions/functions/search-text.ts'
import type { Hit, HitGroup } from './use-search.ts'

/**
 * Sorts the record that a number names before all others, and groups by their best hit. Groups with equal hits keep
 * their order.
 */
export function orderGroups(groups: readonly HitGroup[], words: string): readonly HitGroup[] {
  const typed = plain(words)
  return groups
    .map((group) => {
      const [named, others] = group.isExact ? [group.hits.slice(0, 1), group.hits.slice(1)] : [[], group.hits]
      const ordered = others.toSorted((one, other) => rankOf(one, typed) - rankOf(other, typed))
      const best = Math.min(...ordered.map((hit) => rankOf(hit, typed)))
      return { group: { ...group, hits: [...named, ...ordered] }, rank: group.isExact ? -1 : best }
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ group }) => group)
}

/** A comment is shown by the title of its ticket, which is not its own. */
function rankOf({ id, title, shown }: Hit, typed: string): number {
  const own = plain(title)
  if (id !== shown.record.id || typed === '' || !own.startsWith(typed)) return 2
  return own === typed ? 0 : 1
}

function plain(text: string): string {
  return foldText(text).replaceAll(/\s+/g, ' ').trim()
}
