// What people are shown of a choice is what the document says, not the word that stands in JSON.
import { expect, test } from 'vitest'
import { evaluate } from '#shared/expressions/evaluate.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { entityOf } from '../../apps/decide.ts'

function modelWith(title: string, message = '{level}'): Model {
  return compileDocument(
    documentOf({
      3: `### Ticket

- title: \`${title}\`

| field | type |
|---|---|
| name | text |
| level | one of low, very high |
| parent | Ticket (as parts) |
| status | one of with the team, done |
`,
      4: `### Ticket.status

- starts: with the team
- ends: done

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| close | with the team | done | everyone | reason: one of (too late, fixed) | notify me "${message}" |
`,
    }),
  )
}

const ticket: RecordValue = { id: 't', name: 'A', level: 'very_high', status: 'with_the_team', parent: null }

function titleIn(model: Model): Value {
  return evaluate(entityOf(model, 'Ticket').title.tree, {
    this: ticket,
    me: null,
    now: '2026-11-21T10:00:00.000Z',
    timeZone: 'UTC',
    limits: {},
    input: { reason: 'too_late' },
  })
}

test.each([
  ['level', 'very high'],
  ['name + ": " + text(status)', 'A: with the team'],
  ['level == null ? "none" : level', 'very high'],
  ['upper(text(coalesce(level, level)))', 'VERY HIGH'],
  ['name + (status == "with_the_team" ? " waits" : "")', 'A waits'],
])('in the title %s', (title, expected) => expect(titleIn(modelWith(title))).toBe(expected))

test('in messages, of what was asked for too', () => {
  const model = modelWith('name', '{input.reason}')
  const [effect] = entityOf(model, 'Ticket').transitions.get('close')?.rows[0]?.then ?? []
  const part = effect?.kind === 'notify' ? effect.message[0] : undefined
  if (part === undefined || typeof part === 'string') throw new Error('there is a value in the message')
  const scope = { this: ticket, me: null, now: '', timeZone: 'UTC', limits: {}, input: { reason: 'too_late' } }
  expect(evaluate(part.tree, scope)).toBe('too late')
})
