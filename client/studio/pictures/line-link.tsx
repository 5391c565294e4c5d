// Leads to a line of the document, where the reader may read it.
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useLinePath } from '../../data/spec.ts'

interface Props {
  /** Undefined: no line says it. */
  readonly line: number | undefined
  readonly children: ReactNode
}

export function LineLink({ line, children }: Props) {
  const pathOf = useLinePath()
  const to = line === undefined ? undefined : pathOf(line)
  return to === undefined ? children : <Link to={to}>{children}</Link>
}
