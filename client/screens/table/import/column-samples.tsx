// Shows the first values of a column as they stand in the file, and what becomes of them.
import { Text } from '@mantine/core'
import type { ImportColumn, ImportSample } from '#shared/protocol/import.ts'
import { say } from '../../../words/say.ts'
import classes from './import-dialog.module.css'

const MOST_SHOWN = 3

export function ColumnSamples({ column: { samples = [] } }: { readonly column: ImportColumn }) {
  const shown = samples.slice(0, MOST_SHOWN)
  if (shown.length === 0) return <div className={classes['samples']} />
  return (
    <ul className={classes['samples']}>
      {shown.map((sample) => (
        <li key={sample.line} className={classes['sample']}>
          <span className={classes['before']}>{sample.text}</span>
          <After sample={sample} />
        </li>
      ))}
    </ul>
  )
}

function After({ sample: { text, shown, problem } }: { readonly sample: ImportSample }) {
  if (problem !== undefined)
    return (
      <Text span size="xs" c="var(--mantine-color-error)">
        {problem}
      </Text>
    )
  // What stays as it is needs no second word.
  if (shown === undefined || shown === text) return null
  return (
    <span className={classes['after']}>
      <span aria-hidden="true">→ </span>
      <span className={classes['hidden']}>{say('becomes')} </span>
      {shown}
    </span>
  )
}
