// Says which row of the document decides, in prose: "The rule “Urgent tickets say more” says so".
import { labelFor } from '#shared/text/label.ts'
import { readableLine } from '../../ui/cited-line.tsx'
import { say, sayList } from '../../words/say.ts'

interface Row {
  readonly point: number
  readonly text: string
}

export function describeRow({ point, text }: Row): string {
  const cells = readableLine(text).split(' · ')
  const [first = '', second = '', third = ''] = cells
  if (text.trim().startsWith('#')) return say('The section “{row}” says so', { row: labelFor(first) })
  if (!text.trim().startsWith('|')) return say('The setting “{row}” says so', { row: labelFor(first) })
  if (point === SCREENS && first.startsWith('/'))
    return say('This is how the screen “{name}” is set up', { name: second })
  if (point === RULES) return say('The rule “{name}” says so', { name: labelFor(first) })
  if (point !== ROLES) return say('The rules for “{row}” say so', { row: labelFor(first) })
  // The header of the grants stands for what no line grants.
  if (first.toLowerCase() === 'role') return say('None of your roles allows this')
  if (third === '') return say('The rules for “{row}” say so', { row: first })
  const may = sayList(
    third.split(/,\s*/).map((verb) => VERBS[verb] ?? verb),
    'and',
  )
  return say('{role} may {may} {entity}', { role: first, may, entity: second })
}

const SCREENS = 2
const RULES = 5
const ROLES = 6

const VERBS: { readonly [verb: string]: string } = {
  read: say('read'),
  create: say('create'),
  update: say('change'),
  delete: say('delete'),
  restore: say('restore'),
}
