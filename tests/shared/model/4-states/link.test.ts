// Several workflows of one entity in the model: whose state a transition moves, where what is bound, and what a client knows.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import type { Entity } from '#shared/model/model.ts'
import { reviveModel, serializeModel } from '#shared/model/serialize.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../../helpers/compile-document.ts'
import { ORDERS } from '../../../apps/orders.ts'

const model = compileDocument(ORDERS)
const order = orderOf(model)

function orderOf({ entities }: { readonly entities: ReadonlyMap<string, Entity> }): Entity {
  const found = entities.get('Order')
  if (!found) throw new Error('there are no orders')
  return found
}

describe('an entity with two fields that hold states', () => {
  test('has both workflows in the order of the document, and each transition in its own', () => {
    expect([...order.workflows].map(([field, { starts, ends }]) => [field, starts, ends])).toEqual([
      ['delivery', 'draft', ['arrived', 'returned']],
      ['payment', 'due', ['refunded']],
    ])
    expect([...order.transitions].map(([name, { field }]) => `${field}: ${name}`)).toEqual([
      'delivery: order',
      'delivery: pack',
      'delivery: ship',
      'delivery: arrive',
      'delivery: take_back',
      'payment: prepay',
      'payment: pay',
      'payment: refund',
      'payment: correct',
    ])
    expect(['delivery', 'payment', 'title'].map((name) => order.fields.get(name)?.workflow)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('asks for what a state of the same workflow requires, and requires it in either', () => {
    const asks = (name: string) => order.transitions.get(name)?.asks.map((ask) => ask.name.identifier)
    expect(['ship', 'pay', 'refund', 'pack'].map(asks)).toEqual([['tracking'], ['receipt'], ['receipt'], []])
    const required = (name: string) => {
      const found = order.fields.get(name)?.required
      return typeof found === 'object' ? found.text : found
    }
    expect(required('tracking')).toBe('delivery == "shipped"')
    expect(required('receipt')).toBe('payment == "paid" or payment == "refunded"')
  })

  test('binds its fields by the states of each table, under the conditions of their rows', () => {
    expect(order.bindings.map(({ field, says, where }) => `${field} ${says}: ${where.text}`)).toEqual([
      'tracking hidden: delivery == "draft"',
      'terms read only: delivery == "packed"',
      'terms read only: delivery == "shipped"',
      'terms hidden: delivery == "returned"',
      'terms hidden: payment == "paid" and amount > 1000',
      'title read only: payment == "refunded"',
    ])
  })

  test('comes back as it was from its text', () => {
    expect(reviveModel(JSON.parse(serializeModel(model)))).toEqual(model)
  })
})

test('a client knows one workflow without the other, where its person may read only one state', () => {
  const grants = '| Packer | Order | read, update | | all except payment |'
  const closed = ORDERS.replace('| Warehouse | sends |', '| Warehouse | sends |\n| Packer | packs |').replace(
    '| everyone | Person |',
    `${grants}\n| everyone | Person |`,
  )
  const whole = compileDocument(closed.replaceAll('| Clerk, Warehouse |', '| Clerk, Warehouse, Packer |'))
  const told = orderOf(projectModel(whole, actorWithRoles(whole, ['Packer'])))
  expect([...told.workflows.keys()]).toEqual(['delivery'])
  expect(told.transitions.has('pay')).toBe(false)
  // What new records hide is known for their forms.
  expect(told.bindings.map(({ field, says }) => `${field} ${says}`)).toEqual([
    'tracking hidden',
    'terms read only',
    'terms read only',
  ])
  expect(told.timers.size).toBe(0)
  expect(JSON.stringify([...told.fields.values()].map(({ required }) => required))).not.toContain('payment')
})

/** Two workflows of a ticket; `first` and `second` are rows of their transitions, `more` stands below the second. */
function tickets(first: string, second: string, more = ''): string {
  const table = (rows: string) =>
    `| transition | from | to | who | when | otherwise |\n|---|---|---|---|---|---|\n${rows}`
  return documentOf({
    3: '### Ticket\n\n| field | type |\n|---|---|\n| status | one of new, open, closed |\n| review | one of new, open, done |\n| effort | integer |\n| note | text |\n',
    4: `### Ticket.status\n\n- starts: new\n- ends: closed\n\n${table(first)}\n\n### Ticket.review\n\n- starts: new\n- ends: done\n\n${table(second)}\n\n${more}`,
    6: '| role | is |\n|---|---|\n| Agent | solves |\n\n| role | entity | may |\n|---|---|---|\n| Agent | Ticket | everything |\n',
    8: '| code | status | message | meaning |\n|---|---|---|---|\n| LATE | 409 | No. | |\n',
  })
}

const SOUND = '| take | new | open | Agent | `effort == null` | LATE |\n| close | open | closed | Agent | | |'
const REVIEW = '| look | new | open | Agent | | |\n| pass | open | done | Agent | | |'
const said = (text: string) => sayDiagnostics(text, compile(text), ['error', 'warning'])

describe('what is checked of each workflow by itself', () => {
  test.each([
    ['nothing is said of two that are sound', REVIEW, []],
    ['a state that none of its own transitions reaches', '| pass | new | done | Agent | | |', ['states/not-reached']],
    [
      'a state that none of its own transitions leaves',
      '| look | new | open | Agent | | |\n| pass | new | done | Agent | | |',
      ['states/not-left'],
    ],
    [
      'a state that is left by no more than its own name in "new record"',
      '| begin | new record | open | Agent | | |\n| pass | open | done | Agent | | |',
      ['states/not-left'],
    ],
    [
      'a transition that nobody may do',
      `${REVIEW}\n| skip | new | done | nobody | | |`,
      ['states/transition-by-nobody'],
    ],
    [
      'a condition on its own state that can never hold',
      `${REVIEW}\n| skip | new | done | Agent | \`review == "open"\` | |`,
      ['states/never-holds'],
    ],
    [
      'and not one on the other state, which may be anything by then',
      `${REVIEW}\n| skip | new | done | Agent | \`status == "open"\` | |`,
      [],
    ],
    [
      'a code that the other one uses is used',
      '| look | new | open | Agent | `effort == null` | LATE |\n| pass | open | done | Agent | | |',
      [],
    ],
  ])('%s', (_, second, codes) => {
    expect(said(tickets(SOUND, second)).map((line) => line.split(' ')[1])).toEqual(codes)
  })

  test('a code is used where only a transition of the second workflow names it', () => {
    const first = SOUND.replace('`effort == null` | LATE', '|')
    expect(said(tickets(first, REVIEW)).map((line) => line.split(' ')[1])).toEqual(['errors/not-used'])
    expect(said(tickets(first, REVIEW.replace('| | |', '| `effort == null` | LATE |')))).toEqual([])
  })
})

describe('timers of several workflows', () => {
  const timers = (name: string, lasts: string) =>
    `| timer | runs in | lasts | then |\n|---|---|---|---|\n| ${name} | open | ${lasts} | restart timer answer |\n`
  const document = (more: string) =>
    tickets(SOUND, REVIEW, more).replace(
      '\n\n### Ticket.review',
      `\n\n${timers('answer', '2 days')}\n\n### Ticket.review`,
    )

  test('are read only by their names, share by share, and stand in their own states', () => {
    const text = document(
      `${timers('warning', '50 % of answer')}\n\n| field | open | if |\n|---|---|---|\n| note | read only | \`timers.answer.left < hours(1)\` |\n`,
    )
    const { entities } = compileDocument(text)
    const found = [...(entities.get('Ticket')?.timers ?? [])].map(([name, { field, lasts }]) => [
      name,
      field,
      lasts.kind,
    ])
    expect(found).toEqual([
      ['answer', 'status', 'expression'],
      ['warning', 'review', 'share'],
    ])
  })

  test('have one name each', () => {
    expect(said(document(timers('answer', '1 day')))).toEqual([
      expect.stringMatching(/names\/duplicate There are two of the timers of Ticket "answer"/),
    ])
  })
})
