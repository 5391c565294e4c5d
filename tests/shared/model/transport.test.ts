// Models that travel: as text and back, as far as one person may know them, and compared with their next version.
import { describe, expect, test } from 'vitest'
import { projectModel } from '#shared/decisions/project-model.ts'
import { anonymous, makeActor } from '#shared/decisions/actor.ts'
import { diffModels } from '#shared/model/diff.ts'
import { reviveModel, serializeModel } from '#shared/model/serialize.ts'
import { compileDocument, documentOf, helpdesk, readShipped } from '../../helpers/compile-document.ts'
import { actorOf, entityOf } from '../../helpers/decide.ts'
import { world } from '../../helpers/helpdesk-world.ts'

test('a model as text comes back as it was', () => {
  expect(reviveModel(serializeModel(helpdesk()))).toEqual(helpdesk())
})

describe('what a client is told', () => {
  const model = helpdesk()
  const customer = projectModel(model, actorOf(world, 'cora'))

  test('a customer knows nothing of the internal note, or of what only agents do', () => {
    const text = serializeModel(customer)
    const told = ['internal_note', 'escalate', 'NOT_YOURS', '| Manager |', 'late_ticket'].filter((secret) =>
      text.includes(secret),
    )
    expect(told).toEqual([])
    expect([...(entityOf(customer, 'Ticket').workflow?.transitions.keys() ?? [])]).toEqual(['answer', 'reopen'])
    expect([...customer.roles.keys()]).toEqual(['Customer'])
  })

  test('he knows the screens, grants, rules and constants that are his', () => {
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

describe('a changed document', () => {
  const room = (rows: string, heading = '### Room\n'): ReturnType<typeof compileDocument> =>
    compileDocument(
      documentOf({ 3: `${heading}\n| field | type | required | limits | was |\n|---|---|---|---|---|\n${rows}` }),
    )
  const before = room('| name | text | no | | |\n| size | one of s, m, l | no | | |\n| seats | integer | no | | |\n')

  test('tells what becomes of each field', () => {
    const after = room(
      '| title | text | yes | unique | name |\n| size | one of s, l | no | | |\n| seats | text | no | | |\n| photo_url | url | no | | |\n',
    )
    expect(diffModels(before, after)).toEqual([
      { kind: 'field renamed', entity: 'Room', field: 'title', was: 'name' },
      { kind: 'field required', entity: 'Room', field: 'title' },
      { kind: 'unique added', entity: 'Room', field: 'title' },
      { kind: 'words removed', entity: 'Room', field: 'size', words: ['m'] },
      { kind: 'field retyped', entity: 'Room', field: 'seats', before: 'integer', after: 'text' },
      { kind: 'field added', entity: 'Room', field: 'photo_url', required: false },
    ])
  })

  test('tells what becomes of each entity', () => {
    const rows = '| name | text | no | | |\n| size | one of s, m, l | no | | |\n| seats | integer | no | | |\n'
    expect(diffModels(before, room(rows, '### Chamber\n\n- was: Room\n'))).toEqual([
      { kind: 'entity renamed', entity: 'Chamber', was: 'Room' },
    ])
    expect(diffModels(before, room(rows, '### Chamber\n'))).toEqual([
      { kind: 'entity added', entity: 'Chamber' },
      { kind: 'entity removed', entity: 'Room' },
    ])
  })

  test('is no change when nothing changed', () => {
    expect(diffModels(helpdesk(), compileDocument(readShipped('helpdesk')))).toEqual([])
    expect(makeActor(helpdesk(), null)).toBe(anonymous)
  })
})
