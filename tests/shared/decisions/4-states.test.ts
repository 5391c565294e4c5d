// May a transition happen: to this ticket, by this person, now.
import { describe, expect, test } from 'vitest'
import { readTransitionInput, transitionsFrom, wrongInput, wrongInputChoices } from '#shared/decisions/4-states.ts'
import { wordRefusal } from '#shared/decisions/refusals.ts'
import { systemActor } from '#shared/policy/actor.ts'
import { helpdeskLine } from '../../helpers/compile-document.ts'
import { actorOf, decideTransition, entityOf } from '../../apps/decide.ts'
import { ticket, world } from '../../apps/helpdesk-world.ts'

const refusalOf = (...asked: Parameters<typeof decideTransition> extends [unknown, ...infer Rest] ? Rest : never) => {
  const decision = decideTransition(world, ...asked)
  return decision.allowed === false ? decision.refusal : decision
}

describe('resolving a ticket', () => {
  test('the agent who is assigned can', () => {
    expect(decideTransition(world, 'adam', 'resolve', ticket())).toMatchObject({ allowed: true, to: ['resolved'] })
  })

  test('an agent who is not assigned cannot, and is shown the sentence that says so', () => {
    expect(refusalOf('anna', 'resolve', ticket())).toEqual({
      code: 'NOT_YOURS',
      status: 403,
      message: 'HD-00001 is assigned to somebody else.',
      errors: [],
      state: 'open',
      remedy: 'You can do this when you are its assignee.',
      cites: { point: 4, line: helpdeskLine('| resolve |'), text: expect.stringMatching(/^\| resolve \|/) as string },
    })
  })

  test('a customer cannot, whatever the state', () => {
    expect(refusalOf('cora', 'resolve', ticket())).toMatchObject({
      code: 'not_allowed',
      status: 403,
      remedy: 'Agent can do this.',
      cites: { line: helpdeskLine('| resolve |') },
    })
    expect(refusalOf('cora', 'resolve', ticket({ status: 'closed' }))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    })
  })

  test('it cannot be done from a state that is not listed: conflict, with the present state', () => {
    expect(refusalOf('adam', 'resolve', ticket({ status: 'new' }))).toMatchObject({
      code: 'conflict',
      status: 409,
      state: 'new',
      cites: { line: helpdeskLine('| resolve |') },
    })
  })

  test('a manager, who includes agent, is asked the same as an agent', () => {
    expect(refusalOf('mona', 'resolve', ticket())).toMatchObject({ code: 'NOT_YOURS' })
    expect(decideTransition(world, 'mona', 'resolve', ticket({ assignee: 'mona' })).allowed).toBe(true)
  })
})

describe('assigning a ticket', () => {
  test('a manager can, an agent cannot', () => {
    expect(decideTransition(world, 'mona', 'assign', ticket()).allowed).toBe(true)
    expect(refusalOf('adam', 'assign', ticket())).toMatchObject({ code: 'not_allowed' })
  })

  test('a wrong choice is refused by the code that the document has for it', () => {
    const asks = entityOf(world.model, 'Ticket').transitions.get('assign')?.asks ?? []
    const wrong = wrongInputChoices(world.model, 'Ticket', asks, { agent: 'carl' }, () => false)
    expect(wrong).toMatchObject([{ field: 'agent', name: 'NOT_AN_AGENT', cites: { point: 4 } }])
    expect(wordRefusal(world.model, wrongInput(world.model, wrong))).toMatchObject({
      code: 'NOT_AN_AGENT',
      status: 422,
      message: 'Only an agent can be given a ticket.',
    })
    expect(wrongInputChoices(world.model, 'Ticket', asks, { agent: 'anna' }, () => true)).toEqual([])
  })

  test('what it asks is needed, of the right kind, and nothing else is taken', () => {
    const asks = entityOf(world.model, 'Ticket').transitions.get('assign')?.asks ?? []
    expect(readTransitionInput(asks, {}).errors).toMatchObject([{ field: 'agent', name: 'required' }])
    expect(readTransitionInput(asks, { agent: 7, extra: 1 }).errors).toMatchObject([
      { field: 'agent', name: 'wrong_type' },
      { field: 'extra', name: 'not_asked' },
    ])
  })
})

describe('reopening a ticket', () => {
  const resolved = (at: string) => ticket({ status: 'resolved', resolved_at: at })

  test('its requester can within the window', () => {
    expect(decideTransition(world, 'cora', 'reopen', resolved('2026-11-20T10:00:00.000Z')).allowed).toBe(true)
  })

  test('after the window nobody can, and the message says how long it was', () => {
    expect(refusalOf('cora', 'reopen', resolved('2026-11-01T10:00:00.000Z'))).toMatchObject({
      code: 'TOO_LATE_TO_REOPEN',
      status: 409,
      message: 'HD-00001 was solved more than 7 days ago. Please report a new problem.',
    })
  })

  test('another customer cannot', () => {
    expect(refusalOf('carl', 'reopen', resolved('2026-11-20T10:00:00.000Z'))).toMatchObject({
      code: 'not_allowed',
      cites: { line: helpdeskLine('| reopen |') },
    })
  })

  test('whether a customer may is not knowable where the requester is hidden', () => {
    const { requester: _, ...hidden } = resolved('2026-11-20T10:00:00.000Z')
    expect(decideTransition(world, 'carl', 'reopen', { ...hidden, id: 'ticket' })).toEqual({ allowed: 'not knowable' })
  })
})

describe('what happens by itself', () => {
  test('no person can close a ticket, not even a manager', () => {
    expect(refusalOf('mona', 'close', ticket({ status: 'resolved' }))).toMatchObject({
      code: 'not_allowed',
      remedy: 'It happens by itself.',
    })
  })

  test('the system can do what nobody may', () => {
    const entity = entityOf(world.model, 'Ticket')
    expect(transitionsFrom(entity, { status: 'resolved' }, systemActor).map((each) => each.name.identifier)).toEqual([
      'close',
    ])
  })

  test('a customer is offered what they could do from this state', () => {
    const entity = entityOf(world.model, 'Ticket')
    const names = transitionsFrom(entity, { status: 'resolved' }, actorOf(world, 'cora')).map(
      (each) => each.name.identifier,
    )
    expect(names).toEqual(['reopen'])
  })
})
