// How the lists of the shipped documents find their rows: by the engine's own plans, as each role.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { describeLists, explainLists } from '../../server/records/read/explain-lists.ts'
import { readShippedFile } from './shipped.ts'

async function listsOf(name: string) {
  const file = `${name}.md`
  const text = readShippedFile(file)
  const { model } = compile(text)
  if (model === undefined) throw new Error(`${file} does not compile`)
  return explainLists({ file, text, model }, '2026-11-28T10:00:00.000Z')
}

/**
 * Lists that walk through rows which they do not show, as those roles: no index of one table has what leads to their rows,
 * a relation to another record, a computed value, a set of states to leave out, or several ways to be allowed to read.
 */
const WALKED: { readonly [document: string]: readonly string[] } = {
  'applicant-tracking': [
    'Overview / My next interviews: Employee, Manager, Recruiter, Head',
    'Overview / My opinion is missing: Employee, Manager, Recruiter, Head',
    'Open jobs: Employee, Manager, JobOwner, Interviewer',
    'Jobs / Open: Employee, Manager',
    'Jobs / Mine: Employee, Manager',
    'Jobs / All: Employee, Manager',
    'Applications / To decide: Employee, Manager, Recruiter, Head',
    'Applications / Open: Employee, Manager, Recruiter, Head',
    'Applications / All: Employee, Manager',
    'Interviews / Mine to come: Employee, Manager, Recruiter, Head',
    'Interviews / All: Employee, Manager',
  ],
  blog: [],
  'expense-claims': [
    'Overview / Waiting for my decision: Finance, Director, LineManager',
    'Claims / My team: LineManager',
    'Claims / Above a cap: Finance, Director',
    "Claims / Everybody's: Finance, Director",
    'To decide: Director, LineManager',
    'Checking / To be checked: Finance',
    'Checking / Ready to be paid: Finance',
    'Checking / In a batch: Finance',
  ],
  helpdesk: ['Tickets / Solved: Agent, Manager'],
  'incident-management': [
    'Incidents / Reported by me: Reporter',
    'Incidents / Open: Reporter',
    'Incidents / Open: Responder, DutyManager, ServiceOwner',
    'Incidents / All: Reporter',
  ],
  'leave-requests': [
    'Today / Waiting for my decision: Employee, PeopleTeam',
    'Leave / Away soon: Employee, PeopleTeam',
    'Allowances / This year: Employee',
  ],
  library: [
    'Catalogue / On the shelf: Member, Librarian, HeadLibrarian',
    'Catalogue / Much wanted: Librarian, HeadLibrarian',
  ],
  'purchase-approval': [
    'Overview / Waits for me: Employee, Buyer, Finance, Director',
    'Requests / With the directors: Director',
    'Requests / With Finance: Finance',
    'Requests / To order: Buyer',
    'Requests / To decide: Employee, Buyer, Finance, Director',
    'Requests / All: Buyer, Finance, Director',
    'On the way: Buyer, Finance',
    'Invoices / To check: Buyer, Finance',
  ],
  'todo-backend': [],
}

test.each(Object.entries(WALKED))(
  '%s: no other list walks through rows that it does not show',
  async (name, walked) => {
    const lists = await listsOf(name)
    expect(
      lists.filter(({ way }) => way === 'walked').map(({ list, roles }) => `${list}: ${roles.join(', ')}`),
    ).toEqual(walked)
  },
)

test('--plan says how each list finds its rows, and what the indexes add to each new record', async () => {
  const said = describeLists(await listsOf('helpdesk'))
  expect(said).toContain(
    'Tickets / New, for Agent, Manager: reads the rows of a page by the index of (status, priority, due_at)',
  )
  expect(said).toContain(
    'Tickets / Solved, for Agent, Manager: walks through rows that it does not show, by the index of (resolved_at, status)',
  )
  expect(said).toMatch(/^ {2}Ticket: 14$/m)
})
