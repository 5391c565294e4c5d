// Writes shared/documents/helpdesk.sample.json, the same each time: `node tests/documents/sample/make-helpdesk-sample.ts`.
import { writeFileSync } from 'node:fs'
import { articles } from './articles.ts'
import { day, hour, inWorkingHours, isoDuration, minute } from './moments.ts'
import { administrator, agents, customers, managers } from './people.ts'
import { makePlots } from './plots.ts'
import { createChance } from './random.ts'
import type { Chance } from './random.ts'
import { tellTicket } from './ticket-story.ts'
import type { Act } from './ticket-story.ts'

const file = new URL('../../../shared/documents/helpdesk.sample.json', import.meta.url)

const teams = { desk: 'First line', billing: 'Accounts and billing', product: 'Product and apps' } as const
const tagColours: { readonly [tag: string]: string } = {
  'sign-in': '#1c7ed6',
  email: '#4263eb',
  people: '#7048e8',
  'how-to': '#37b24d',
  mobile: '#f76707',
  permissions: '#ae3ec9',
  integration: '#0c8599',
  settings: '#868e96',
  'data protection': '#c2255c',
  payment: '#2f9e44',
  plan: '#66a80f',
  invoice: '#e67700',
  PDF: '#d9480f',
  tax: '#a61e4d',
  refund: '#f03e3e',
  export: '#1098ad',
  bookkeeping: '#5c940d',
  currency: '#5f3dc4',
  performance: '#e03131',
  'time sheet': '#f59f00',
  calendar: '#3b5bdb',
  import: '#0b7285',
  files: '#495057',
  API: '#364fc7',
  printing: '#845ef7',
  search: '#1971c2',
  tasks: '#087f5b',
  wish: '#e64980',
  report: '#9c36b5',
  sharing: '#2b8a3e',
  display: '#d6336c',
  backup: '#343a40',
}

/** The whole file as text: one action a line, so that a change can be read. */
export function makeHelpdeskSample(): string {
  const chance = createChance(20_261_121)
  const people = [
    { ...administrator, roles: [], administrator: true },
    ...managers.map((person) => ({ ...person, roles: ['Manager'] })),
    ...agents.map((person) => ({ ...person, roles: ['Agent'] })),
    ...customers.map((person) => ({ ...person, roles: ['Customer'] })),
  ].map(({ name, email, phone, roles, ...rest }, index) => ({
    at: isoDuration(-(372 * day) + index * 4 * hour),
    name,
    email,
    roles,
    ...('administrator' in rest && { administrator: true }),
    ...(phone && { with: { phone } }),
  }))
  const acts = [...furnish(), ...publish(chance), ...makePlots(chance).flatMap((plot) => tellTicket(plot, chance))]
  const actions = acts.map((act) => ({ ...act, at: Math.round(act.at) })).toSorted((a, b) => a.at - b.at)
  return [
    '{',
    '  "about": "A year at the desk of helpdesk.md. Written by tests/documents/sample/make-helpdesk-sample.ts; please change that instead.",',
    '  "password": "helpdesk-sample",',
    '  "people": [',
    people.map((person) => `    ${JSON.stringify(person)}`).join(',\n'),
    '  ],',
    '  "actions": [',
    actions.map(({ at, line }) => `    ${JSON.stringify({ at: isoDuration(at), ...line })}`).join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n')
}

/** Teams with their leads and members, and tags. */
function furnish(): Act[] {
  const [first, second] = managers
  const leads = { desk: first!, billing: first!, product: second! }
  const begin = -366 * day
  return [
    ...Object.entries(teams).map(([key, name], index) => {
      const lead = leads[key as keyof typeof teams]
      return {
        at: begin + index * minute,
        line: { as: lead.email, create: 'Team', name: `team ${key}`, with: { name, lead: { ref: lead.email } } },
      }
    }),
    ...[...managers, ...agents].map((worker, index) => ({
      at: begin + (10 + index) * minute,
      line: { as: first!.email, do: 'update', on: worker.email, with: { team: { ref: `team ${worker.team}` } } },
    })),
    ...Object.entries(tagColours).map(([name, color], index) => ({
      at: begin + (30 + index) * minute,
      line: { as: second!.email, create: 'Tag', name: `tag ${name}`, with: { name, color } },
    })),
  ]
}

/** Articles are written as drafts and published some days later. */
function publish(chance: Chance): Act[] {
  return articles.flatMap((article, index) => {
    const author = agents.find((agent) => agent.team === (article.topic === 'account' ? 'desk' : article.topic))!
    const written = Math.round(inWorkingHours(-(350 - index * 27) * day, chance.between(0, 9) * hour))
    const key = `article ${index + 1}`
    const { title, topic, body } = article
    const create = {
      at: written,
      line: { as: author.email, create: 'Article', name: key, with: { title, topic, body } },
    }
    const put = {
      at: Math.round(inWorkingHours(written + 3 * day, chance.between(0, 9) * hour)),
      line: { as: author.email, do: 'update', on: key, with: { published: true } },
    }
    return article.published ? [create, put] : [create]
  })
}

if (import.meta.main) writeFileSync(file, makeHelpdeskSample())
