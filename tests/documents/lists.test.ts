// How the lists of the shipped documents find their rows: by the engine's own plans, as each role.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { describeLists, explainDocument } from '../../server/records/read/explain-lists.ts'
import { readShippedFile } from './shipped.ts'

async function explained(name: string) {
  const file = `${name}.md`
  const text = readShippedFile(file)
  const { model } = compile(text)
  if (model === undefined) throw new Error(`${file} does not compile`)
  return explainDocument({ file, text, model }, '2026-11-28T10:00:00.000Z')
}

/**
 * Lists that walk through rows that they do not show, as those roles: a computed value that no index holds; a range beside
 * an order by another field; a field to sort by that is hidden in some rows; several ways to be allowed to read.
 */
const WALKED: { readonly [document: string]: readonly string[] } = {
  'applicant-tracking': [
    'Overview / My next interviews: Recruiter, Head',
    'Overview / My opinion is missing: Recruiter, Head',
    'Jobs / Mine: Employee, Manager',
    'Jobs / All: Employee, Manager',
  ],
  blog: [],
  'expense-claims': ['Claims / Above a cap: Finance, Director', 'To decide: Director'],
  helpdesk: [],
  'incident-management': [
    'Incidents / Reported by me: Reporter',
    'Incidents / Open: Reporter',
    'Incidents / All: Reporter',
  ],
  'leave-requests': ['Leave / Away soon: Employee, PeopleTeam'],
  library: [
    'Catalogue / On the shelf: Member, Librarian, HeadLibrarian',
    'Catalogue / Much wanted: Librarian, HeadLibrarian',
  ],
  'purchase-approval': ['Requests / All: Buyer, Finance, Director', 'On the way: Buyer, Finance'],
  'todo-backend': [],
}

test.each(Object.entries(WALKED))(
  '%s: no other list walks through rows that it does not show',
  async (name, walked) => {
    const { lists } = await explained(name)
    expect(
      lists.filter(({ way }) => way === 'walked').map(({ list, roles }) => `${list}: ${roles.join(', ')}`),
    ).toEqual(walked)
  },
)

/** Indexes that rules such as `at most 20 per requester where …` count by: only of what they mean. */
test.each([
  ['applicant-tracking', ['One offer at a time: application, status']],
  ['helpdesk', ['Not too many at once: requester, status, updated_at']],
  ['incident-management', ['Nobody has too many in hand: assignee, status']],
])('%s: rules that count look at no other record', async (name, found) => {
  const { counts } = await explained(name)
  expect(counts.map(({ rule, indexes }) => `${rule}: ${indexes.join(' and ')}`)).toEqual(found)
})

test('--plan says how each list finds its rows, and what the indexes add to each new record', async () => {
  const said = describeLists(await explained('helpdesk'))
  expect(said).toContain(
    'Tickets / New, for Agent, Manager: reads the rows of a page by the index of (status, priority, due_at)',
  )
  expect(said).toContain(
    'Tickets / Solved, for Agent, Manager: passes over entries of its index that it does not show, and looks at no other row, by the index of (resolved_at, status)',
  )
  expect(said).toMatch(
    /^ {2}line \d+: "Not too many at once" of Ticket: by the index of \(requester, status, updated_at\)$/m,
  )
  expect(said).toMatch(/^ {2}Ticket: 12$/m)
})
