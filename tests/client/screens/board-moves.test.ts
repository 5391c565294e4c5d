// What moving a card means: a transition, a choice of several, a change, or a refusal.
import { expect, test } from 'vitest'
import { coerceValue } from '#shared/fields/coerce-value.ts'
import { movesOf } from '../../../client/screens/board/moves.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const model = compileDocument(
  documentOf({
    3: '### Ticket\n\n| field | type |\n|---|---|\n| title | text |\n| size | one of 1, 2, 3 |\n',
    4: `### Ticket.status

- starts: new
- ends: done, dropped

| state |
|---|
| new |
| open |
| done |
| dropped |

| transition | from | to | who |
|---|---|---|---|
| begin | new | open | everyone |
| resolve | new, open | done | everyone |
| close | open | done | everyone |
| drop | open | dropped | everyone |
`,
    6: '| role | entity | may |\n|---|---|---|\n| everyone | Ticket | everything |\n',
  }),
)
const entity = model.entities.get('Ticket')
const allowed = { allowed: true, to: [] }
const refused = { allowed: false, refusal: { code: 'not_allowed', status: 403, message: 'Not you.', errors: [] } }

function movesFrom(record: object, transitions: object, name: string): readonly (readonly unknown[])[] {
  const field = entity?.fields.get(name)
  if (!entity || field?.type.kind !== 'one of') throw new Error(`no words in ${name}`)
  const words = field.type.words.map(({ word, label }) => ({ word, label }))
  const card = { id: 't', _may: { update: { size: true }, transitions }, ...record }
  const moves = movesOf(entity, field, card as unknown as Parameters<typeof movesOf>[2], words)
  return [...moves].map(([word, move]) => [
    word,
    move.kind === 'transition' ? move.transitions.map((each) => each.name.identifier) : move,
  ])
}

test(
  'of two transitions that lead there the person chooses; what is refused says why',
  { tags: 'reference/point-2-screens-and-routes' },
  () => {
    const may = { begin: allowed, resolve: allowed, close: allowed, drop: refused }
    expect(movesFrom({ status: 'open' }, may, 'status')).toEqual([
      ['new', { kind: 'refused', reason: 'This can’t move from Open to New.' }],
      ['done', ['resolve', 'close']],
      ['dropped', { kind: 'refused', reason: 'Not you.' }],
    ])
    expect(movesFrom({ status: 'new' }, may, 'status').map(([, move]) => move)).toMatchObject([
      ['begin'],
      ['resolve'],
      {},
    ])
  },
)

test('who may not do it reads who can', () => {
  const remedy = 'Its requester can do this.'
  const drop = { ...refused, refusal: { ...refused.refusal, remedy } }
  const resolve = { ...drop, refusal: { ...drop.refusal, code: 'NOT_YOURS' } }
  expect(movesFrom({ status: 'open' }, { resolve, close: resolve, drop }, 'status').slice(1)).toEqual([
    ['done', { kind: 'refused', reason: 'Not you.' }],
    ['dropped', { kind: 'refused', reason: remedy }],
  ])
})

test('words that look like numbers are texts, and a card among them is changed', () => {
  const size = entity?.fields.get('size')
  expect(size && [coerceValue('2', size), coerceValue(2, size)]).toMatchObject([{ value: '2' }, { problem: {} }])
  expect(movesFrom({ size: '2' }, {}, 'size')).toEqual([
    ['1', { kind: 'update' }],
    ['3', { kind: 'update' }],
  ])
})
