// Models that travel: as text and back, and as far as one person may know them.
import { describe, expect, test } from 'vitest'
import { projectModel } from '#shared/decisions/project-model.ts'
import { anonymous, makeActor } from '#shared/policy/actor.ts'
import { reviveModel, serializeModel } from '#shared/model/serialize.ts'
import { compileDocument, helpdesk, readShipped } from '../../helpers/compile-document.ts'
import { actorOf, entityOf } from '../../apps/decide.ts'
import { world } from '../../apps/helpdesk-world.ts'

test('a model as text comes back as it was', () => {
  expect(reviveModel(JSON.parse(serializeModel(helpdesk())))).toEqual(helpdesk())
})

describe('what a client knows', () => {
  const model = helpdesk()
  const customer = projectModel(model, actorOf(world, 'cora'))

  test('a customer knows nothing of the internal note, or of what only agents do', () => {
    const text = serializeModel(customer)
    const told = ['internal_note', 'escalate', 'NOT_YOURS', '| Manager |', 'late_ticket'].filter((secret) =>
      text.includes(secret),
    )
    expect(told).toEqual([])
    expect([...entityOf(customer, 'Ticket').transitions.keys()]).toEqual(['answer', 'reopen'])
    expect([...customer.roles.keys()]).toEqual(['Customer'])
  })

  test('it knows the screens, grants, rules and constants of its person', () => {
    expect('screens' in customer.screens && customer.screens.screens.map((screen) => screen.name)).toEqual([
      'Tickets',
      'Ticket',
      'Report a problem',
      'Answers',
      'Answer',
      'Help',
      'Not found',
    ])
    expect(entityOf(customer, 'Ticket').rules.map((rule) => rule.name)).toContain('Urgent tickets say more')
    expect([...customer.limits.keys()].sort()).toEqual(['open_tickets', 'promise', 'reopen_window', 'urgent_promise'])
  })

  test('nobody who is not signed in hears of tickets', () => {
    const known = projectModel(model, anonymous)
    expect([...known.entities.keys()]).toEqual(['Article'])
    expect(entityOf(known, 'Article').grants).toHaveLength(1)
  })

  test('an administrator gets the whole', () => {
    expect(projectModel(model, actorOf(world, 'root'))).toBe(model)
  })

  test('where the document shows its sentences to nobody, no citation leaves', () => {
    const silent = compileDocument(
      readShipped('helpdesk').replace('- sign-in: password', '- sign-in: password\n- citations: nobody'),
    )
    expect(serializeModel(projectModel(silent, actorOf({ ...world, model: silent }, 'cora')))).not.toContain(
      '| Customer |',
    )
  })
})

test('callers who are not signed in are one and the same actor', () => {
  expect(makeActor(helpdesk(), null)).toBe(anonymous)
})
