// Shows the facts of a picture as a list; each leads to its line of the document.
import { Title } from '@mantine/core'
import { LineLink } from './line-link.tsx'
import classes from './pictures.module.css'

interface Fact {
  readonly key: string
  readonly text: string
  readonly line: number
}

interface Props {
  readonly title: string
  /** The line of what the facts are about. */
  readonly line?: number
  readonly facts: readonly Fact[]
}

export function FactList({ title, line, facts }: Props) {
  return (
    <div>
      <Title order={3} fz="h5" mb={4}>
        <LineLink line={line}>{title}</LineLink>
      </Title>
      <ul className={classes['facts']}>
        {facts.map((fact) => (
          <li key={fact.key}>
            <LineLink line={fact.line}>{fact.text}</LineLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
