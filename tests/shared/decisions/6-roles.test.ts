// Who may read and write what: default deny, row by row and field by field.
import { describe, expect, test } from 'vitest'
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import { anonymous, makeActor } from '#shared/policy/actor.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { compileDocument, documentOf, helpdeskLine } from '../../helpers/compile-document.ts'
import { actorOf, decideVerb, evaluatorOf } from '../../apps/decide.ts'
import { ticket, world } from '../../apps/helpdesk-world.ts'
import { makeReadPolicy } from '#shared/policy/read-policy.ts'
import { makeWritePolicy } from '#shared/policy/write-policy.ts'

const { model } = world

const rowsFor = (who: string, entity: string): string | boolean => {
  const { rows } = makeReadPolicy(model, entity, who === '' ? anonymous : actorOf(world, who))
  return typeof rows === 'boolean' ? rows : printExpression(rows)
}
const fieldsFor = (who: string, entity: string) =>
  makeReadPolicy(model, entity, who === '' ? anonymous : actorOf(world, who)).fields

describe('reading', () => {
  test('a customer reads their own tickets, an agent all, a stranger none', () => {
    expect(rowsFor('cora', 'Ticket')).toBe('requester == me')
    expect(rowsFor('adam', 'Ticket')).toBe(true)
    expect(rowsFor('', 'Ticket')).toBe(false)
  })

  test('a customer does not read the internal note, and every other field wherever they read the row', () => {
    const fields = fieldsFor('cora', 'Ticket')
    expect(fields.map(({ field }) => field)).not.toContain('internal_note')
    expect(fields.every(({ when }) => when === true)).toBe(true)
    expect(fieldsFor('adam', 'Ticket').map(({ field }) => field)).toContain('internal_note')
  })

  test('the version and the id come with every record, the other standard fields as they are granted', () => {
    const fields = fieldsFor('', 'Article').map(({ field }) => field)
    expect(fields.sort()).toEqual(['_version', 'body', 'id', 'slug', 'title', 'topic', 'updated_at'])
  })

  test('an agent reads unpublished articles too, and those that anyone reads', () => {
    expect(rowsFor('', 'Article')).toBe('published')
    expect(rowsFor('adam', 'Article')).toBe(true)
  })

  test('an administrator reads all data', () => {
    expect(rowsFor('root', 'Comment')).toBe(true)
  })

  test('an account that is not active has no rights', () => {
    expect(makeActor(model, world.records['Person']?.find((each) => each.id === 'gone') ?? null)).toEqual(anonymous)
  })

  test('a field that only some grants list is shown where one of these matches', () => {
    const text = documentOf({
      3: '### Note\n\n| field | type |\n|---|---|\n| title | text |\n| secret | text |\n| owner | Person |\n',
      6: '| role | entity | may | where | fields |\n|---|---|---|---|---|\n| everyone | Note | read | | title |\n| everyone | Note | read | `owner == me` | secret |\n',
    })
    const policy = makeReadPolicy(compileDocument(text), 'Note', actorOf(world, 'cora'))
    expect(policy.rows).toBe(true)
    const secret = policy.fields.find(({ field }) => field === 'secret')?.when
    expect(secret === true || secret === undefined ? secret : printExpression(secret)).toBe('owner == me')
    expect(policy.fields.map(({ field }) => field)).toEqual(['title', 'secret', 'id', '_version'])
  })

  test('a role written "except" takes rows away that others give', () => {
    const text = documentOf({
      3: '### Paper\n\n| field | type |\n|---|---|\n| title | text |\n| author | Person |\n',
      6: '| role | is |\n|---|---|\n| Chair | in the chair |\n\n| role | entity | may | where |\n|---|---|---|---|\n| Chair | Paper | read | |\n| except everyone | Paper | read | `author == me` |\n',
    })
    const paper = compileDocument(text)
    const chair = makeActor(paper, { id: 'c', roles: ['Chair'] })
    const { rows } = makeReadPolicy(paper, 'Paper', chair)
    expect(typeof rows === 'boolean' ? rows : printExpression(rows)).toBe('not author == me == true')
  })
})

describe('changing', () => {
  test('a customer changes the subject of their ticket while it is new', () => {
    const fresh = ticket({ status: 'new' })
    expect(decideVerb(world, 'cora', 'update', 'Ticket', ['subject'], fresh, { ...fresh, subject: 'Else' })).toEqual({
      allowed: true,
    })
  })

  test('not any more once it is open, and the grant that came nearest is cited', () => {
    expect(decideVerb(world, 'cora', 'update', 'Ticket', ['subject'], ticket())).toEqual({
      allowed: false,
      refusal: {
        code: 'not_allowed',
        status: 403,
        message: 'You may not do this.',
        errors: [],
        remedy: 'You can do this when you are its requester and status is new.',
        cites: {
          point: 6,
          line: helpdeskLine('| Customer | Ticket | update |'),
          text: expect.stringMatching(/^\| Customer \| Ticket \| update/) as string,
        },
      },
    })
  })

  test('a field that no matching grant lists is named', () => {
    const decision = decideVerb(world, 'cora', 'update', 'Ticket', ['subject', 'priority'], ticket({ status: 'new' }))
    expect(decision).toMatchObject({
      allowed: false,
      refusal: {
        code: 'invalid',
        status: 422,
        errors: [
          { field: 'priority', code: 'not_allowed', cites: { line: helpdeskLine('| Customer | Ticket | update |') } },
        ],
      },
    })
  })

  test('the condition holds for the record as it is and as it will be', () => {
    const before = ticket({ status: 'new', team: null, assignee: 'anna' })
    expect(decideVerb(world, 'adam', 'update', 'Ticket', ['team'], before, { ...before, team: 'field' })).toEqual({
      allowed: true,
    })
    const open = ticket({ team: 'desk', assignee: null })
    expect(decideVerb(world, 'adam', 'update', 'Ticket', ['team'], open, { ...open, team: 'field' })).toMatchObject({
      allowed: false,
      refusal: { status: 403 },
    })
  })

  test('who has no grant at all is shown the header of the table of grants', () => {
    expect(decideVerb(world, 'cora', 'delete', 'Ticket', [], ticket())).toMatchObject({
      allowed: false,
      refusal: { code: 'not_allowed', cites: { point: 6, line: helpdeskLine('| role | entity | may |') } },
    })
  })

  test('a customer creates tickets only in their own name', () => {
    expect(decideVerb(world, 'cora', 'create', 'Ticket', ['subject', 'description'], ticket())).toEqual({
      allowed: true,
    })
    expect(decideVerb(world, 'carl', 'create', 'Ticket', ['subject', 'description'], ticket())).toMatchObject({
      allowed: false,
      refusal: { cites: { line: helpdeskLine('| Customer | Ticket | create |') } },
    })
  })

  test('where a field is hidden, the answer is not knowable', () => {
    const { status: _, ...hidden } = ticket()
    expect(decideVerb(world, 'cora', 'update', 'Ticket', ['subject'], { ...hidden, id: 'ticket' })).toEqual({
      allowed: 'not knowable',
    })
  })

  test('where a condition is unknown, it is not met', () => {
    const policy = makeWritePolicy(model, 'Ticket', actorOf(world, 'adam'), 'update')
    expect(
      decideWrite(
        model,
        policy,
        ['subject'],
        [evaluatorOf(world, actorOf(world, 'adam'), ticket({ team: null, assignee: null, status: null }))],
      ),
    ).toMatchObject({
      allowed: false,
    })
  })
})
