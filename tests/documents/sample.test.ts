// The sample data of the helpdesk, and what is said about sample data that is wrong.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSampleDuration, readSample } from '../../server/document/read-sample.ts'
import type { Sample } from '../../server/document/read-sample.ts'
import { makeHelpdeskSample } from './sample/make-helpdesk-sample.ts'

const text = readFileSync(new URL('../../shared/documents/helpdesk.sample.json', import.meta.url), 'utf8')

describe('the sample of the helpdesk', () => {
  const sample = sampleOf(text)

  test('is what its generator writes', () => {
    expect(makeHelpdeskSample() === text, 'run: node tests/documents/sample/make-helpdesk-sample.ts').toBe(true)
  })

  test('has an administrator, 2 managers, 6 agents and 22 customers', () => {
    const holding = (role: string): number => sample.people.filter((person) => person.roles.includes(role)).length
    expect(sample.people.filter((person) => person.administrator)).toHaveLength(1)
    expect([holding('Manager'), holding('Agent'), holding('Customer')]).toEqual([2, 6, 22])
  })

  test('has 400 tickets over a year, each customer with 5 to 40 of them, no two with one subject', () => {
    const tickets = created(sample, 'Ticket')
    const perCustomer = Object.groupBy(tickets, (ticket) => String(ticket.as))
    const counts = Object.values(perCustomer).map((list) => list?.length ?? 0)
    expect(tickets).toHaveLength(400)
    expect(counts).toHaveLength(22)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...counts)).toBeLessThanOrEqual(40)
    expect(new Set(tickets.map((ticket) => ticket.with['subject'])).size).toBe(400)
    expect(tickets[0]?.at).toBeLessThan(-350 * 86_400_000)
    expect(tickets.at(-1)?.at).toBeGreaterThan(-3_600_000)
  })

  test('has 12 articles, comments, tags and teams, and no word left unfilled', () => {
    expect(created(sample, 'Article')).toHaveLength(12)
    expect(created(sample, 'Comment').length).toBeGreaterThan(300)
    expect(created(sample, 'Tag').length).toBeGreaterThan(10)
    expect(created(sample, 'Team')).toHaveLength(3)
    expect(
      sample.actions.filter((action) => /"[^"]*\{[a-z]+\}/.test(JSON.stringify(Object.values(action.with)))),
    ).toEqual([])
  })
})

describe('sample data that is wrong', () => {
  const person = { at: '-P1D', name: 'Ann', email: 'ann@example.com' }

  test.each([
    ['{ "password"', ['This is not JSON: ']],
    ['[]', ['Sample data is an object with "password", "people" and "actions".']],
    [{ password: 'short', people: [] }, ['password: expected a text of at least 8 characters.']],
    [{ people: [person, person] }, ['people[1].email: "ann@example.com" is there twice.']],
    [{ people: [{ ...person, at: 'P1D' }] }, ['people[0].at: it lies in the future.']],
    [
      { people: [{ ...person, at: 'yesterday' }] },
      ['people[0].at: expected a duration before the loading such as "-P3DT4H", not "yesterday".'],
    ],
    [
      { people: [{ ...person, role: 'Agent' }] },
      ['people[0].role: there is no such key here; known are at, name, email, roles, administrator, with.'],
    ],
    [
      { actions: [{ at: '-P1D', as: 'bob@example.com', create: 'Ticket' }] },
      ['actions[0].as: "bob@example.com" is none of the people.'],
    ],
    [
      { actions: [{ at: '-P1D', create: 'Ticket' }] },
      ['actions[0].as: say who does it: an email address, or null for the system.'],
    ],
    [
      { actions: [{ at: '-P1D', as: null, do: 'close', on: 't1' }] },
      ['actions[0].on: nothing is named "t1" before this action.'],
    ],
    [
      {
        actions: [
          { at: '-P1D', as: null, create: 'Ticket', with: { requester: { ref: 'x' }, due_at: { moment: 'soon' } } },
        ],
      },
      [
        'actions[0].with.requester: nothing is named "x" before this action.',
        'actions[0].with.due_at: expected a duration such as "P2D", not "soon".',
      ],
    ],
    [
      {
        actions: [{ at: '-P1D', as: null, create: 'Leave', with: { day: { workday: 'Monday' }, of: { year: 'P1D' } } }],
      },
      [
        'actions[0].with.day: expected a duration such as "P2D", not "Monday".',
        'actions[0].with.of: expected a number of years such as -1, not "P1D".',
      ],
    ],
    [
      { actions: [{ at: '-P1D', as: null, create: 'Visit', with: { at: { workday: 'P1D', time: '9' } } }] },
      ['actions[0].with.at.time: expected a time such as "09:30", not "9".'],
    ],
    [
      { actions: [{ at: '-P1D', as: null, create: 'Visit', with: { scan: { upload: '../../etc/passwd' } } }] },
      ['actions[0].with.scan: expected a file beside the sample, such as "covers/dune.webp", not "../../etc/passwd".'],
    ],
    [
      { actions: [{ at: '-P1D', as: null, create: 'Visit', with: { at: { moment: 'P1D', time: '09:30' } } }] },
      ['actions[0].with.at.time: only a date or a workday takes a time, not a moment.'],
    ],
    [
      {
        actions: [
          { at: '-P1D', as: null, create: 'Tag' },
          { at: '-P2D', as: null, create: 'Tag' },
        ],
      },
      ['actions[1].at: it lies before the action above it; actions stand in order of time.'],
    ],
  ])('%j is told as %j', (wrong, sentences) => {
    const read = readSample(
      typeof wrong === 'string'
        ? wrong
        : JSON.stringify({ password: 'long enough', people: [], actions: [], ...wrong }),
    )
    const problems = 'problems' in read ? read.problems : []
    expect(problems).toHaveLength(sentences.length)
    for (const [index, sentence] of sentences.entries()) expect(problems[index]).toContain(sentence)
  })

  test('durations are read exactly, and nothing else is', () => {
    expect(['-P1DT2H3M4S', 'P2W', 'PT0S', '-PT90M'].map(readSampleDuration)).toEqual([
      -93_784_000, 1_209_600_000, 0, -5_400_000,
    ])
    expect(['P', 'PT', 'P1M', 'P1.5D', '1D', '', 5, null].map(readSampleDuration)).toEqual(Array(8).fill(undefined))
  })
})

function sampleOf(json: string): Sample {
  const read = readSample(json)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.sample
}

function created(sample: Sample, entity: string) {
  return sample.actions.filter((action) => action.kind === 'create' && action.entity === entity)
}
