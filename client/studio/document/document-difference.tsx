// Shows the lines that differ between two texts, with a few around them.
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { compareLines, differingParts } from './line-difference.ts'
import { say, sayCount } from '../../words/say.ts'
import classes from './text-difference.module.css'

const SIGNS = { same: ' ', removed: '−', added: '+' } as const
const WORDS = { same: '', removed: `${say('removed')}: `, added: `${say('added')}: ` } as const

/** More would not be read, and be slow to draw. */
const MOST_PARTS = 100

export function DocumentDifference({ before, after }: { readonly before: string; readonly after: string }) {
  const parts = useMemo(() => differingParts(compareLines(before, after)), [before, after])
  if (parts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {say('No changes.')}
      </Text>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable
    <div className={classes['parts']} role="region" aria-label={say('Lines that differ')} tabIndex={0}>
      {parts.slice(0, MOST_PARTS).map((part) => (
        <ol key={`${part[0]?.before} ${part[0]?.after}`} className={classes['part']}>
          {part.map(({ kind, text, before: old, after: now }) => (
            <li key={`${kind} ${old} ${now}`} data-kind={kind}>
              <span className={classes['number']}>{now ?? old}</span>
              <span aria-hidden>{SIGNS[kind]}</span>
              <code>
                {kind !== 'same' && <span className={classes['spoken']}>{WORDS[kind]}</span>}
                {text}
              </code>
            </li>
          ))}
        </ol>
      ))}
      {parts.length > MOST_PARTS && (
        <Text size="sm" c="dimmed" p="xs">
          {sayCount(parts.length - MOST_PARTS, 'and {count} more place', 'and {count} more places')}
        </Text>
      )}
    </div>
  )
}
