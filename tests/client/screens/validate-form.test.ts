import { describe, expect, test } from 'vitest'
import { changedValues, filledValues, validateForm } from '../../../client/screens/form/validate-form.ts'
import { initialValues } from '../../../client/data/records/initial-inputs.ts'
import { compileDocument, documentOf, helpdesk } from '../../helpers/compile-document.ts'
import { lineWith } from '../../apps/helpdesk.ts'
import { ORDERS } from '../../apps/orders.ts'
import type { Actor } from '#shared/policy/actor.ts'

const model = helpdesk()
const ticket = model.entities.get('Ticket')
if (!ticket) throw new Error('the helpdesk has no tickets')
const fieldsOf = (...names: readonly string[]) => names.flatMap((name) => ticket.fields.get(name) ?? [])
const actor: Actor = { person: { id: 'p', name: 'Carl' }, roles: ['Customer'], administrator: false, system: false }
const now = '2026-11-21T08:00:00.000Z'
const report = fieldsOf('subject', 'description', 'priority', 'tags')

describe('a form that is filled in', () => {
  test('marks what is required, and only that', () => {
    const { required } = validateForm({ model, entity: ticket, actor, fields: report, values: {}, now })
    expect([...required]).toEqual(['subject', 'description', 'priority'])
  })

  test('says that a rule does not hold before it is sent, with the line of the document', () => {
    const values = { subject: 'Dark', description: 'No light.', priority: 'urgent' }
    const { errors } = validateForm({ model, entity: ticket, actor, fields: report, values, now })
    expect(errors.get('description')).toMatchObject({
      code: 'URGENT_NEEDS_DETAIL',
      message: 'Please describe an urgent problem in at least 40 characters.',
      cites: { point: 5, line: lineWith('Urgent tickets say more').line },
    })
  })

  test('says nothing of rules that need data which are not here', () => {
    const values = { subject: 'Dark', description: 'No light.', priority: 'normal' }
    expect(validateForm({ model, entity: ticket, actor, fields: report, values, now }).errors.size).toBe(0)
  })

  test('says that a value is too long for its field', () => {
    const { errors } = validateForm({
      model,
      entity: ticket,
      actor,
      fields: report,
      values: { subject: 'x'.repeat(121) },
      now,
    })
    expect(errors.get('subject')?.code).toBe('too_long')
  })

  test('says in words, as the server does, which form a text must have', () => {
    const book = compileDocument(
      documentOf({
        3: '### Book\n\n| field | type | limits |\n|---|---|---|\n| isbn | text | pattern "^[0-9]{13}$" |\n',
      }),
    )
    const entity = book.entities.get('Book')
    const fields = [...(entity?.fields.values() ?? [])].filter(({ standard }) => !standard)
    if (!entity) throw new Error('there are no books')
    const { errors } = validateForm({ model: book, entity, actor, fields, values: { isbn: '978-0441013593' }, now })
    expect(errors.get('isbn')?.message).toBe('ISBN must be 13 digits.')
  })

  test('requires by condition, on the record as it would be', { tags: 'reference/required-and-default' }, () => {
    const fields = fieldsOf('resolution')
    const resolved = { id: '1', status: 'resolved', resolution: null }
    const open = { id: '1', status: 'open', resolution: null }
    const requiredIn = (before: { readonly id: string }) =>
      validateForm({ model, entity: ticket, actor, fields, values: {}, before, now }).required
    expect(requiredIn(resolved).has('resolution')).toBe(true)
    expect(requiredIn(open).has('resolution')).toBe(false)
  })
})

describe('what is sent', () => {
  test('for a new record is what was filled in; the server fills in the rest', () => {
    expect(filledValues({ subject: 'Dark', description: '', tags: [], priority: 'normal' })).toEqual({
      subject: 'Dark',
      priority: 'normal',
    })
  })

  test('for a change is what is different, and what was emptied', () => {
    const before = { subject: 'Dark', team: 't1', tags: ['a'] }
    expect(changedValues(before, { subject: 'Dark', team: null, tags: ['a', 'b'] }, ticket)).toEqual({
      team: null,
      tags: ['a', 'b'],
    })
    expect(changedValues(before, { subject: '', team: 't1', tags: ['a'] }, ticket)).toEqual({ subject: null })
  })
})

test('an empty list is nothing in a list, and in JSON a value, which is sent as any other', () => {
  const things = compileDocument(
    documentOf({
      3: '### Thing\n\n| field | type |\n|---|---|\n| extra | json |\n| names | list of text |',
    }),
  )
  const thing = things.entities.get('Thing')
  if (!thing) throw new Error('there are no things')
  const fields = [...thing.fields.values()].filter(({ standard }) => !standard)
  const values = { extra: [], names: [] }
  expect(filledValues(values, fields)).toEqual({ extra: [] })
  expect(changedValues({ extra: null, names: null }, values, thing)).toEqual({ extra: [] })
  expect(changedValues({ extra: [], names: [] }, { extra: null, names: null }, thing)).toEqual({ extra: null })
})

describe('a default that is worked out', () => {
  const loans = compileDocument(
    documentOf({
      3: [
        '### Loan\n\n| field | type | required | default |\n|---|---|---|---|',
        '| member | Person (as loans) | yes | `me` |',
        '| starts_on | date | yes | `today` |',
        '| due_on | date | yes | `today + days(21)` |',
        '| number | integer | yes | `Loan.count()` |',
        '| copies | integer | yes | 1 |',
      ].join('\n'),
    }),
  )
  const loan = loans.entities.get('Loan')
  if (!loan) throw new Error('there are no loans')
  const fields = [...loan.fields.values()].filter(({ standard }) => !standard)
  const member = '019aa5c0-0000-7000-8000-000000000001'
  const begun = initialValues(loans, { ...actor, person: { id: member } }, fields, now)

  test('stands in the form, as far as it is known here', { tags: 'reference/required-and-default' }, () => {
    const starts_on = '2026-11-21'
    expect(begun).toEqual({ member, starts_on, due_on: '2026-12-12', number: null, copies: 1 })
  })

  test('is not asked for, and is sent only where it was changed', () => {
    const emptied = { ...begun, starts_on: null, number: null }
    const { required, errors } = validateForm({ model: loans, entity: loan, actor, fields, values: emptied, now })
    expect([[...required], [...errors]]).toEqual([['copies'], []])
    expect(filledValues({ ...begun, due_on: '2026-12-24' }, fields, begun)).toEqual({ due_on: '2026-12-24', copies: 1 })
  })
})

test('a record that is begun is where each of its workflows starts: what a state requires is asked for, or not', () => {
  const orders = compileDocument(ORDERS)
  const order = orders.entities.get('Order')
  if (!order) throw new Error('there are no orders')
  const fields = [...order.fields.values()].filter(({ standard, workflow }) => !standard && !workflow)
  const clerk: Actor = { ...actor, roles: ['Clerk'] }
  const begun = validateForm({ model: orders, entity: order, actor: clerk, fields, values: {}, now })
  expect(begun.record).toMatchObject({ delivery: 'draft', payment: 'due' })
  expect([...begun.required]).toEqual(['title', 'amount'])
  const before = { id: '1', ...begun.record, payment: 'paid' }
  const changed = validateForm({ model: orders, entity: order, actor: clerk, fields, values: {}, before, now })
  expect([...changed.required]).toEqual(['title', 'amount', 'receipt'])
})
