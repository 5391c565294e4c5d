// Shows what was taken out of a text and what was put in, word by word.
import { diffWordsWithSpace } from 'diff'
import classes from './text-difference.module.css'

/** Longer texts are compared line by line by the eye: words of them would take too long. */
const MOST_CHARACTERS = 20_000
/** Words that may differ: the time grows with the square of their number. */
const MOST_DIFFERENCES = 1_000

export function TextDifference({ before, after }: { readonly before: string; readonly after: string }) {
  if (before.length + after.length > MOST_CHARACTERS) return <Whole before={before} after={after} />
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_DIFFERENCES })
  if (parts === undefined) return <Whole before={before} after={after} />
  return (
    <div className={classes['text']}>
      {parts.map(({ value, added, removed }, index) => {
        // Parts have no identity but their place.
        if (added) return <ins key={index}>{value}</ins>
        return removed ? <del key={index}>{value}</del> : <span key={index}>{value}</span>
      })}
    </div>
  )
}

function Whole({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <div className={classes['text']}>
      <del>{before}</del> <ins>{after}</ins>
    </div>
  )
}
