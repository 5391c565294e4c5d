// Shows the row of the document that decides: its text for administrators, for others its name behind "Why?".
import { Text } from '@mantine/core'
import { describeRow } from './explain/describe-row.ts'
import { useKnownSession } from '../data/session.ts'
import { useLinePath } from '../data/spec.ts'
import { CitedLine } from '../ui/cited-line.tsx'
import { say } from '../words/say.ts'
import classes from './cited-row.module.css'

interface Props {
  readonly cite: { readonly point: number; readonly line: number; readonly text: string }
  /** `isOpen` is true where the reader has already asked "Why?". */
  readonly isOpen?: boolean
}

export function CitedRow({ cite, isOpen = false }: Props) {
  const pathOf = useLinePath()
  if (useKnownSession().administrator) return <CitedLine cite={cite} to={pathOf(cite.line)} />
  const row = (
    <Text size="sm" className={classes['row'] ?? ''}>
      {describeRow(cite)}.
    </Text>
  )
  if (isOpen) return row
  return (
    <details className={classes['why']}>
      <summary>{say('Why?')}</summary>
      {row}
    </details>
  )
}
