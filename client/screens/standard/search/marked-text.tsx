// Shows a text with the searched words marked.
import type { SearchedWords } from '../../../data/search/mark-hits.ts'
import { markHits } from '../../../data/search/mark-hits.ts'
import classes from './marked-text.module.css'

export function MarkedText({ text, searched }: { readonly text: string; readonly searched: SearchedWords }) {
  return markHits(text, searched).map(({ text: part, isHit }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts have no names, and keep their order
    isHit ? (
      <mark key={at} className={classes['hit']}>
        {part}
      </mark>
    ) : (
      <span key={at}>{part}</span>
    ),
  )
}
