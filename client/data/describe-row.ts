// Says which row of the document decides, in prose: "Urgent tickets say more, point 5".
import { labelFor } from '#shared/text/label.ts'
import { readableLine } from '../ui/cited-line.tsx'
import { say } from '../words/say.ts'

interface Row {
  readonly point: number
  readonly text: string
}

export function describeRow({ point, text }: Row): string {
  const cells = readableLine(text).split(' · ')
  const [first = ''] = cells
  const isRow = text.trim().startsWith('|')
  if (!isRow || point !== ROLES) return say('{row}, point {point}', { row: labelFor(first), point })
  // The header of the grants stands for what no line grants.
  const [role = '', entity = '', may = ''] = cells
  if (role.toLowerCase() === 'role') return say('Nothing in point {point} allows it', { point })
  return may === ''
    ? say('{row}, point {point}', { row: role, point })
    : say('{role} may {may} {entity}, point {point}', { role, may, entity, point })
}

const ROLES = 6
