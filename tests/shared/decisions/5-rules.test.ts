// Rules: which are evaluated, when they are broken, and what is said.
import { wordRefusal } from '#shared/decisions/refusals.ts'
import { describe, expect, test } from 'vitest'
import { decideRules, prepareRules, rulesFor, type RuleOccasion } from '#shared/decisions/5-rules.ts'
import { printingOf } from '#shared/decisions/8-errors.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { compileDocument, documentOf, helpdeskLine } from '../../helpers/compile-document.ts'
import { actorOf, entityOf, evaluatorOf, NOW, type World } from '../../apps/decide.ts'
import { ticket, world } from '../../apps/helpdesk-world.ts'

const CREATED: RuleOccasion = { created: true, changed: [] }

function decide(
  place: World,
  entity: string,
  record: RecordValue,
  change: RuleOccasion = CREATED,
  confirmed: readonly string[] = [],
) {
  const found = entityOf(place.model, entity)
  const asked = evaluatorOf(place, actorOf(place, 'cora'), record)
  const decision = decideRules(found, rulesFor(prepareRules(found), change), asked, {
    confirmed,
    filling: { evaluate: asked, printing: printingOf(place.model) },
  })
  return { ...decision, refusal: decision.refusal && wordRefusal(place.model, decision.refusal) }
}

describe('when a rule is evaluated', () => {
  const model = compileDocument(
    documentOf({
      3: `### Project\n\n| field | type | value |\n|---|---|---|\n| budget | money | |\n
### Expense\n\n| field | type | value |\n|---|---|---|\n| project | Project | |\n| amount | money | |\n| due | date | |\n| late | computed yes/no | \`due < today\` |\n| note | text | |`,
      5: `| rule | entity | must hold | otherwise |\n|---|---|---|---|
| Within the budget | Expense | \`project.expenses.sum(e, e.amount) <= project.budget\` | Over the budget. |
| Not late | Expense | \`not late\` | It is late. |`,
    }),
  )
  const judged = (changed: readonly string[]) =>
    rulesFor(prepareRules(entityOf(model, 'Expense')), { created: false, changed }).map(({ rule }) => rule.name)

  test('one over a set that the record stands in is evaluated when what the set is asked for changes in it', () => {
    expect(judged(['amount'])).toEqual(['Within the budget'])
    expect(judged(['project'])).toEqual(['Within the budget'])
  })

  test('one on a computed field is evaluated when what that is worked out from changes', () => {
    expect(judged(['due'])).toEqual(['Not late'])
    expect(judged(['note'])).toEqual([])
  })
})

describe('the rules of the helpdesk', () => {
  test('an urgent ticket needs a long description when it is created', () => {
    expect(decide(world, 'Ticket', ticket({ priority: 'urgent' })).refusal).toMatchObject({
      code: 'URGENT_NEEDS_DETAIL',
      status: 422,
      message: 'Please describe an urgent problem in at least 40 characters.',
      errors: [{ field: 'description', code: 'URGENT_NEEDS_DETAIL' }],
      cites: { point: 5, line: helpdeskLine('| Urgent tickets say more |') },
    })
  })

  test('it does not when it becomes urgent later', () => {
    expect(
      decide(world, 'Ticket', ticket({ priority: 'urgent' }), { created: false, changed: ['priority'] }).refusal,
    ).toBeUndefined()
  })

  test('a promise lies after the report, and the message says when that was in the time zone of the application', () => {
    const refused = decide(world, 'Ticket', ticket({ due_at: '2026-10-01T00:00:00.000Z' })).refusal
    expect(refused?.message).toMatch(/^The promise must lie after the report \(Nov 1, 2026, 9:00\sAM\)\.$/)
  })

  test('all broken rules are reported at once, at their fields', () => {
    const refused = decide(
      world,
      'Ticket',
      ticket({ priority: 'urgent', due_at: '2026-10-01T00:00:00.000Z', assignee: 'carl' }),
    ).refusal
    expect(refused?.errors.map((error) => error.field)).toEqual(['due_at', 'description', 'assignee'])
  })

  test('a rule is evaluated when something that it reads changes, and not otherwise', () => {
    const rules = prepareRules(entityOf(world.model, 'Ticket'))
    const names = (changed: readonly string[]) =>
      rulesFor(rules, { created: false, changed }).map(({ rule }) => rule.name)
    expect(names(['subject'])).toEqual([])
    expect(names(['assignee'])).toEqual(['Assignees are agents'])
    expect(names(['status'])).toEqual(['Not too many at once'])
  })

  test('twenty open tickets are allowed, a twenty-first is not', () => {
    const others = (count: number) => Array.from({ length: count }, (_, index) => ticket({ id: `other${index}` }))
    const filled = (count: number): World => ({ ...world, records: { ...world.records, Ticket: others(count) } })
    expect(decide(filled(19), 'Ticket', ticket()).refusal).toBeUndefined()
    expect(decide(filled(20), 'Ticket', ticket()).refusal).toMatchObject({
      code: 'TOO_MANY_OPEN',
      status: 409,
      message: 'You have 20 open tickets. Please wait until one is solved.',
      cites: { line: helpdeskLine('| Not too many at once |') },
    })
    expect(decide(filled(20), 'Ticket', ticket({ status: 'closed' })).refusal).toBeUndefined()
  })
})

describe('bookings that may not overlap', () => {
  const text = documentOf({
    3: '### Room\n\n| field | type |\n|---|---|\n| name | text |\n\n### Booking\n\n| field | type |\n|---|---|\n| room | Room |\n| from_at | date and time |\n| to_at | date and time |\n',
    5: '| rule | entity | must hold | otherwise | on | else |\n|---|---|---|---|---|---|\n| Late hours | Booking | `from_at >= moment("2026-11-21T11:30")` | "That is early." | from_at | warn |\n| One at a time | Booking | no overlap of from_at..to_at per room | "The room is taken." | from_at | |\n| Not at night | Booking | `from_at < to_at` | "It ends before it begins." | to_at | warn |\n',
  })
  const model = compileDocument(text)
  const booking = (id: string, room: string | null, from: number, to: number | null): RecordValue => ({
    id,
    room,
    from_at: `2026-11-21T${from}:00:00.000Z`,
    to_at: to === null ? null : `2026-11-21T${to}:00:00.000Z`,
    created_at: NOW,
    _version: 1,
  })
  const place: World = {
    model,
    records: { Booking: [booking('a', 'blue', 10, 12), booking('b', 'red', 15, null)], Person: [] },
  }
  const isRefused = (record: RecordValue): boolean =>
    decide(place, 'Booking', record).refusal?.message === 'The room is taken.'

  test('one that begins when another ends is fine, one that begins before is not', () => {
    expect(isRefused(booking('c', 'blue', 12, 13))).toBe(false)
    expect(isRefused(booking('c', 'blue', 11, 13))).toBe(true)
  })

  test('an empty end lasts for ever', () => {
    expect(isRefused(booking('c', 'red', 20, 21))).toBe(true)
    expect(isRefused(booking('c', 'red', 10, null))).toBe(true)
    expect(isRefused(booking('c', 'red', 10, 15))).toBe(false)
  })

  test('a booking does not overlap itself, nor one of another room, nor without a room', () => {
    expect(isRefused(booking('a', 'blue', 10, 13))).toBe(false)
    expect(isRefused(booking('c', 'red', 10, 12))).toBe(false)
    expect(isRefused(booking('c', null, 10, 12))).toBe(false)
  })

  test('nobody is asked to confirm what another rule refuses all the same', () => {
    const { refusal } = decide(place, 'Booking', booking('c', 'blue', 11, 13))
    expect(refusal).toBeDefined()
    expect(refusal?.remedy).toBeUndefined()
    expect(refusal?.errors.map(({ message }) => message)).toEqual(['The room is taken.'])
    expect(decide(place, 'Booking', booking('c', 'green', 11, 13)).refusal?.remedy).toContain('Confirm')
  })

  test('a rule that warns is passed by a person who confirms it, and that is kept', () => {
    const late = booking('c', 'blue', 21, 20)
    expect(decide(place, 'Booking', late).refusal).toMatchObject({
      message: 'It ends before it begins.',
      remedy: expect.stringContaining('Confirm') as string,
    })
    expect(decide(place, 'Booking', late, CREATED, ['not_at_night'])).toMatchObject({ confirmed: ['not_at_night'] })
  })
})
