// What a record's screen tells of what is not on it: actions with the call that explains each, and fields with their reason.
import { describe, expect, test } from 'vitest'
import { absentActions, unchangeableFields, unseenFields } from '../../../client/screens/record/missing-parts.ts'
import { arrangeFields } from '../../../client/screens/record/arrange-fields.ts'
import type { RecordData } from '../../../client/data/records/record-data.ts'
import type { Decision } from '#shared/decisions/decision.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'
import { labelFor } from '#shared/text/label.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { helpdesk } from '../../helpers/compile-document.ts'

const model = helpdesk()
const found = model.entities.get('Ticket')
const screens = 'screens' in model.screens ? model.screens.screens : []
const page = screens.find(({ shows }) => shows.kind === 'record' && shows.entity === 'Ticket')
if (!found || !page) throw new Error('The helpdesk shows tickets.')
const [ticket, screen] = [found, page]

const cites = { point: 6, line: 7, text: '| a line |' }
const refusal: WordedRefusal = { code: 'not_allowed', status: 403, message: 'You may not do this.', errors: [], cites }
const no: Decision<WordedRefusal> = { allowed: false, refusal }
const yes: Decision<WordedRefusal> = { allowed: true }

const agent: Actor = { person: null, roles: ['Agent'], administrator: false, system: false }

function absentFrom(may: Partial<NonNullable<RecordData['_may']>>, addable = true, reader = agent) {
  const record: RecordData = {
    id: 't-1',
    subject: 'S',
    priority: 'low',
    internal_note: 'x',
    resolution: null,
    _may: { update: { subject: true, priority: true }, delete: yes, history: yes, transitions: {}, ...may },
  }
  const shown = {
    screen,
    arranged: arrangeFields(screen, ticket, record),
    transitions: [],
    addable: () => addable,
    reader,
  }
  return {
    actions: absentActions(model, ticket, record, shown).map(
      ({ what, call }) => `${what}: ${call.method} ${call.path}`,
    ),
    doers: absentActions(model, ticket, record, shown).flatMap(({ what, doers }) => (doers ? [[what, doers]] : [])),
    unseen: unseenFields(ticket, record, shown).map(({ label, why }) => `${label}: ${why}`),
    unchangeable: unchangeableFields(ticket, record),
  }
}

describe('what is missing on a record', () => {
  test('is nothing where all may be done', () => {
    expect(absentFrom({})).toMatchObject({ actions: [], unchangeable: [] })
  })

  test('is each action that is not offered, with the call that it would make', () => {
    const { actions } = absentFrom(
      { update: { subject: refusal }, delete: no, history: no, transitions: { take: no } },
      false,
    )
    expect(actions).toEqual([
      'Edit: PATCH /api/tickets/t-1',
      'Delete: DELETE /api/tickets/t-1',
      'Take: POST /api/tickets/t-1/take',
      'Add comment: POST /api/comments',
      'See the history: GET /api/tickets/t-1/history',
    ])
  })

  test('is for administrators each step of the document, with who can do it and the roles that would do', () => {
    const none: Actor = { person: null, roles: [], administrator: true, system: false }
    const { actions, doers } = absentFrom({}, true, none)
    const steps = [...ticket.transitions.values()].filter(({ rows }) => rows.some(({ from }) => from !== 'new record'))
    expect(actions).toEqual(steps.map(({ name, path }) => `${labelFor(name.label)}: POST /api/tickets/t-1/${path}`))
    expect(Object.fromEntries(doers)).toMatchObject({
      Take: { sentence: 'Agent can do this.', roles: ['Agent'] },
      Assign: { sentence: 'Manager can do this.', roles: ['Manager'] },
      Answer: { sentence: 'Its requester can do this.', roles: [] },
    })
    const held = absentFrom({}, true, { ...none, roles: ['Agent'] })
    expect(Object.fromEntries(held.doers)).toMatchObject({ Take: { roles: [] } })
    expect(absentFrom({}).actions).toEqual([])
  })

  test('is each field that the screen leaves out or has nothing to show for', () => {
    expect(absentFrom({}).unseen).toEqual(['Resolution: It is empty.', 'Internal note: This screen does not show it.'])
  })

  test('is each field that can’t be changed, with its line, unless none can', () => {
    const error = { field: 'priority', code: 'not_allowed', message: 'Priority is not for you.', cites }
    const priority: WordedRefusal = { ...refusal, code: 'invalid', status: 422, errors: [error] }
    expect(absentFrom({ update: { subject: true, priority } }).unchangeable).toEqual([
      { label: 'Priority', why: 'Priority is not for you.', cite: cites },
    ])
    expect(absentFrom({ update: { priority } }).unchangeable).toEqual([])
  })
})
