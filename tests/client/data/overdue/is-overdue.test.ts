import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countsOverdue, isDue, isOverdue } from '../../../../client/data/records/is-overdue.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import { compileDocument, helpdesk } from '../../../helpers/compile-document.ts'

const now = new Date('2026-11-23T12:00:00.000Z')

function overdueTickets(records: readonly { readonly due_at: string | null; readonly status: string }[]) {
  const model = helpdesk()
  const ticket = model.entities.get('Ticket')
  const field = ticket?.fields.get('due_at')
  if (!ticket || !field) throw new Error('There is no Ticket.')
  return records.map((record) => isOverdue(model, ticket, field, { id: 't-1', ...record }, now))
}

test(
  'a due field that is past is overdue as long as its record is open',
  { tags: 'reference/settings-of-screens' },
  () => {
    const past = '2026-11-23T11:59:00.000Z'
    expect(
      overdueTickets([
        { due_at: past, status: 'open' },
        { due_at: '2026-11-23T12:01:00.000Z', status: 'open' },
        { due_at: null, status: 'open' },
        { due_at: past, status: 'resolved' },
        { due_at: past, status: 'closed' },
      ]),
    ).toEqual([true, false, false, false, false])
  },
)

test('a field is due by its name, if it holds days or moments', () => {
  const names = ['due', 'due_at', 'payment_due_on', 'deadline', 'solve_by', 'due_diligence', 'created_at']
  const due = (kind: 'date' | 'text') =>
    names.filter((identifier) =>
      isDue({ name: { identifier, label: identifier, span: { start: 0, end: 0 } }, type: { kind } }),
    )
  expect(due('date')).toEqual(['due', 'due_at', 'payment_due_on', 'deadline', 'solve_by'])
  expect(due('text')).toEqual([])
})

test('in the states that the document names beside it: an incident that is worked on was answered', () => {
  const model = compileDocument(readFileSync('shared/documents/incident-management.md', 'utf8'))
  const incident = model.entities.get('Incident')
  const late = (name: string) => {
    const field = incident?.fields.get(name)
    if (!incident || !field) throw new Error(`There is no ${name}.`)
    return ['new', 'in_progress', 'on_hold', 'resolved'].filter((status) =>
      isOverdue(model, incident, field, { id: 'i-1', status, [name]: '2026-11-23T11:59:00.000Z' }, now),
    )
  }
  expect(late('answer_by')).toEqual(['new'])
  expect(late('solve_by')).toEqual(['new', 'in_progress'])
})

test('is overdue for one who may not open the screen that says so, as for all others; nothing is said of what they may not read', () => {
  const model = compileDocument(readFileSync('shared/documents/incident-management.md', 'utf8'))
  const person = { id: 'p', name: 'Rita' }
  const reporter = projectModel(model, { person, roles: ['Reporter'], administrator: false, system: false })
  expect(reporter.screens).not.toEqual(model.screens)
  expect(Object.fromEntries(reporter.overdueStates)).toEqual({
    'Incident.answer_by': ['new'],
    'Incident.solve_by': ['new', 'in_progress'],
  })
  const stranger = projectModel(model, { person: null, roles: [], administrator: false, system: false })
  expect(stranger.overdueStates.size).toBe(0)
})

test('a number counts what is overdue by its condition', () => {
  const conditions = [
    'due_at < now and status == "open"',
    'overdue',
    'invoice.due <= today',
    'solve_by < now',
    'due_at > now',
    'due_diligence == now',
  ]
  expect(conditions.map(countsOverdue)).toEqual([true, true, true, true, false, false])
  expect(countsOverdue(undefined)).toBe(false)
})
