// Says which row of the document decides, in prose: "Urgent tickets say more, point 5".
import { labelFor } from '#shared/text/label.ts'
import { readableLine } from '../ui/cited-line.tsx'

interface Row {
  readonly point: number
  readonly text: string
}

export function describeRow({ point, text }: Row): string {
  const cells = readableLine(text).split(' · ')
  const [first = ''] = cells
  const isRow = text.trim().startsWith('|')
  if (!isRow) return `${labelFor(first)}, point ${point}`
  if (point !== ROLES) return `${labelFor(first)}, point ${point}`
  // The header of the grants stands for what no line grants.
  const [role = '', entity = '', may = ''] = cells
  if (role.toLowerCase() === 'role') return `Nothing in point ${ROLES} allows it`
  return may === '' ? `${role}, point ${ROLES}` : `${role} may ${may} ${entity}, point ${ROLES}`
}

const ROLES = 6
