// Shows the facts of a picture as a list; each leads to its line of the document.
import { Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useLinePath } from '../../data/spec.ts'
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
  const pathOf = useLinePath()
  const to = line === undefined ? undefined : pathOf(line)
  return (
    <div>
      <Title order={3} fz="h5" mb={4}>
        {to === undefined ? title : <Link to={to}>{title}</Link>}
      </Title>
      <ul className={classes['facts']}>
        {facts.map((fact) => (
          <li key={fact.key}>
            <Link to={pathOf(fact.line) ?? ''}>{fact.text}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
