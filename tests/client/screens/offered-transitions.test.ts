import { describe, expect, test } from 'vitest'
import type { Decision } from '#shared/decisions/decision.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'
import {
  finalState,
  inputsFrom,
  leadingTransition,
  offeredTransitions,
} from '../../../client/screens/record/offered-transitions.ts'
import { formWays } from '../../../client/screens/form/creating-transitions.ts'
import { readShippedFile } from '../../documents/shipped.ts'
import { compileDocument, documentOf, helpdesk } from '../../helpers/compile-document.ts'
import { ORDERS } from '../../apps/orders.ts'
import { composePolicy } from '#shared/decisions/policy.ts'
import { waysToCreate } from '#shared/decisions/ways-to-create.ts'
import type { Actor } from '#shared/policy/actor.ts'

const REQUESTS = documentOf({
  3: `### Request

| field | type |
|---|---|
| name | text |
| state | one of draft, with finance, approved, paid, rejected |
`,
  4: `### Request.state

- starts: draft
- ends: paid, rejected

| transition | from | to | who |
|---|---|---|---|
| send back | with finance | draft | everyone |
| approve | with finance | approved | everyone |
| pay | approved | paid | everyone |
| reject | with finance, approved | rejected | everyone |
| hand in | draft | with finance | everyone |
`,
})

const ticket = helpdesk().entities.get('Ticket')
if (!ticket) throw new Error('the helpdesk has no tickets')
const agent: Actor = { person: { id: 'p' }, roles: ['Agent'], administrator: false, system: false }
const no = (code: string): Decision<WordedRefusal> => ({
  allowed: false,
  refusal: { code, status: 403, message: 'No.', errors: [] },
})
const recordIn = (status: string, transitions: { readonly [name: string]: Decision<WordedRefusal> }) => ({
  id: '1',
  status,
  _may: { update: {}, delete: no('not_allowed'), history: no('not_allowed'), transitions },
})
const namesOf = (record: ReturnType<typeof recordIn>) =>
  offeredTransitions(ticket, record, agent).map((each) => each.transition.name.identifier)

describe('the buttons of a record', () => {
  test('are the transitions that lead on from its state; what is allowed stands first', () => {
    const record = recordIn('open', { take: no('conflict'), ask: no('NOT_YOURS'), resolve: { allowed: true } })
    expect(namesOf(record)).toEqual(['resolve', 'ask'])
  })

  test('leave out what only other people may do', () => {
    expect(namesOf(recordIn('waiting', { answer: no('not_allowed'), resolve: { allowed: true } }))).toEqual(['resolve'])
  })

  test('are none where the server was not asked', () => {
    expect(offeredTransitions(ticket, { id: '1', status: 'open' }, agent)).toEqual([])
  })

  test('lead with the way forward, the first of the ends too, and with none back from what ends by itself', () => {
    const resolved = recordIn('resolved', { reopen: { allowed: true } })
    const offered = offeredTransitions(ticket, resolved, agent)
    expect(leadingTransition(ticket, offered, resolved)).toBeUndefined()
    const [ending, going] = [ticket.transitions.get('close'), ticket.transitions.get('reopen')]
    if (!ending || !going) throw new Error('the helpdesk has no such transitions')
    const both = [ending, going].map((transition) => ({ transition, decision: { allowed: true } as const }))
    expect(leadingTransition(ticket, both, resolved)?.name.identifier).toBe('close')
    expect(leadingTransition(ticket, both.slice(1), resolved)).toBeUndefined()
    const answer = ticket.transitions.get('answer')
    const waiting = answer ? [{ transition: answer, decision: { allowed: true } as const }] : []
    expect(leadingTransition(ticket, waiting, recordIn('waiting', {}))?.name.identifier).toBe('answer')
  })

  test('lead forwards rather than back, and never with what refuses or cancels', () => {
    const request = compileDocument(REQUESTS).entities.get('Request')
    if (!request) throw new Error('there are no requests')
    const leading = (state: string, ...names: readonly string[]) =>
      leadingTransition(
        request,
        [...request.transitions.values()]
          .filter(({ name }) => names.includes(name.identifier))
          .map((transition) => ({ transition, decision: { allowed: true } as const })),
        { state },
      )?.name.identifier
    expect(leading('with_finance', 'send_back', 'approve', 'reject')).toBe('approve')
    expect(leading('with_finance', 'send_back', 'reject')).toBeUndefined()
    expect(leading('with_finance', 'reject')).toBeUndefined()
    expect(leading('approved', 'pay', 'reject')).toBe('pay')
    const [reject, pay] = [request.transitions.get('reject'), request.transitions.get('pay')]
    if (!reject || !pay) throw new Error('requests have no such transitions')
    expect(finalState(request, reject, { state: 'approved' })).toBe('rejected')
    expect(finalState(request, pay, { state: 'approved' })).toBeUndefined()
  })

  test('lead to no state that the document lists below the goal: a member’s loan is not to be lost', () => {
    const loan = compileDocument(readShippedFile('library.md')).entities.get('Loan')
    if (!loan) throw new Error('the library has no loans')
    const leading = (state: string, ...names: readonly string[]) =>
      leadingTransition(
        loan,
        [...loan.transitions.values()]
          .filter(({ name }) => names.includes(name.identifier))
          .map((transition) => ({ transition, decision: { allowed: true } as const })),
        { status: state },
      )?.name.identifier
    expect(leading('out', 'renew', 'lose')).toBeUndefined()
    expect(leading('out', 'renew', 'take_back', 'lose')).toBe('take_back')
    expect(leading('lost', 'find', 'settle')).toBe('find')
  })

  test('ask what their transition asks from that state', () => {
    const resolve = ticket.transitions.get('resolve')
    const take = ticket.transitions.get('take')
    if (!resolve || !take) throw new Error('the helpdesk has no such transitions')
    expect(inputsFrom(ticket, resolve, { status: 'open' }).map((ask) => ask.name.identifier)).toEqual(['resolution'])
    expect(inputsFrom(ticket, take, { status: 'new' })).toEqual([])
    const either = { ...take, rows: take.rows.map((row) => ({ ...row, to: ['open', 'waiting'] })) }
    expect(inputsFrom(ticket, either, { status: 'new' })).toMatchObject([
      { name: { identifier: 'to' }, required: true, valueType: { words: ['open', 'waiting'] } },
    ])
  })
})

describe('the buttons of a record with two workflows', () => {
  const model = compileDocument(ORDERS)
  const order = model.entities.get('Order')
  if (!order) throw new Error('there are no orders')
  const clerk: Actor = { ...agent, roles: ['Clerk'] }
  const yes: Decision = { allowed: true }
  const orderIn = (
    delivery: string,
    payment: string,
    transitions: { readonly [name: string]: Decision<WordedRefusal> },
  ) => ({
    ...recordIn('', transitions),
    delivery,
    payment,
  })
  const offeredIn = (...[delivery, payment, transitions]: Parameters<typeof orderIn>) =>
    offeredTransitions(order, orderIn(delivery, payment, transitions), clerk)
  const names = (offered: ReturnType<typeof offeredIn>) => offered.map((each) => each.transition.name.identifier)

  test('are those of both, each by the state of its own', () => {
    expect(names(offeredIn('draft', 'due', { pack: yes, pay: yes }))).toEqual(['pack', 'pay'])
    expect(names(offeredIn('packed', 'due', { pack: no('conflict'), pay: yes }))).toEqual(['pay'])
    expect(names(offeredIn('draft', 'paid', { pack: yes, pay: no('conflict') }))).toEqual(['pack'])
  })

  test('lead with the way forward in either, in the order of the document', () => {
    const possible = offeredIn('shipped', 'due', { arrive: yes, pay: yes })
    const shipped = orderIn('shipped', 'due', {})
    expect(leadingTransition(order, possible, shipped)?.name.identifier).toBe('arrive')
    const ends = offeredIn('shipped', 'paid', { arrive: yes, refund: yes })
    expect(leadingTransition(order, ends, { ...shipped, payment: 'paid' })?.name.identifier).toBe('arrive')
  })

  test('ask what they ask from the state of their own, and to which of its states they lead', () => {
    const asks = (name: string, record: object) => {
      const transition = order.transitions.get(name)
      return transition ? inputsFrom(order, transition, { ...record }).map((ask) => ask.name.identifier) : []
    }
    expect(asks('pay', { delivery: 'draft', payment: 'due' })).toEqual(['receipt'])
    expect(asks('ship', { delivery: 'packed', payment: 'paid' })).toEqual(['tracking'])
    expect(asks('correct', { delivery: 'packed', payment: 'paid' })).toEqual(['receipt', 'to'])
  })

  test('begin a record by whichever of them leads from a new one', () => {
    const ways = (...names: readonly string[]) =>
      formWays(
        waysToCreate(order, composePolicy(model, clerk).entity('Order')),
        names.flatMap((name) => order.fields.get(name) ?? []),
      ).others.map(({ path }) => path)
    expect(ways('title', 'amount', 'receipt')).toEqual(['order', 'prepay'])
    // What it asks for has to stand in the form.
    expect(ways('title', 'amount')).toEqual(['order'])
  })
})
