// The pipeline as a whole, on the documents that are shipped and on the smallest ones.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import {
  compileDocument,
  documentOf,
  helpdesk,
  helpdeskLine,
  readShipped,
  sayDiagnostics,
} from '../helpers/compile-document.ts'
import { entityOf } from '../apps/decide.ts'

describe('the seed document', () => {
  const text = readShipped('seed')
  const compiled = compile(text)

  test('reads without an error, a warning or a note', () => {
    expect(sayDiagnostics(text, compiled, ['error', 'warning', 'note'])).toEqual([])
  })

  test('lists what it does not show', () => {
    expect(compiled.unknowns.map((unknown) => unknown.name)).toEqual([
      'Point 1',
      'Product screens',
      'Route list',
      'Point 3',
      'Point 4',
      'Point 5',
      'Point 6',
      'Point 7',
      'Point 8',
      'Point 9',
    ])
  })

  test('has Person and nothing else, and grants nothing', () => {
    const { model } = compiled
    expect([...(model?.entities.keys() ?? [])]).toEqual(['Person'])
    expect(model?.entities.get('Person')?.grants).toEqual([])
    expect(model?.entitiesShown).toBe(false)
    expect(model?.accountPolicy.signUp).toEqual({ kind: 'by invitation' })
  })
})

describe('the helpdesk', () => {
  const text = readShipped('helpdesk')
  const model = helpdesk()

  test('reads without an error or a warning', () => {
    expect(sayDiagnostics(text, compile(text), ['error', 'warning'])).toEqual([])
  })

  test('says of what it does not run that it does not', () => {
    const notes = sayDiagnostics(text, compile(text), ['note']).map((note) => note.split(' ')[0])
    const places: readonly (readonly [string, number])[] = [['| Ticket.escalate |', 29]]
    expect(notes).toEqual(places.map(([start, column]) => `${helpdeskLine(start)}:${column}`))
  })

  test('has its entities, by their paths', () => {
    expect(
      [...model.entities.values()].map((entity) => `${entity.name.identifier} ${entity.path} ${entity.plural}`),
    ).toEqual([
      'Ticket tickets Tickets',
      'Comment comments Comments',
      'Article articles Articles',
      'Team teams Teams',
      'Tag tags Tags',
      'Person people People',
    ])
  })

  test('a plural that is written small begins with a capital as a heading, and the path keeps its word', () => {
    const written = compile(text.replace('- icon: tag\n', '- icon: tag\n- plural: labels\n')).model
    expect(written?.entities.get('Tag')).toMatchObject({ plural: 'Labels', path: 'labels' })
  })

  test('names relations backwards', { tags: 'reference/relations' }, () => {
    expect([...entityOf(model, 'Person').reverses.keys()].sort()).toEqual([
      'assigned_tickets',
      'comments',
      'led_teams',
      'reported_tickets',
    ])
    expect(entityOf(model, 'Ticket').reverses.get('comments')).toEqual({ entity: 'Comment', field: 'ticket' })
    expect(entityOf(model, 'Team').reverses.get('members')).toEqual({ entity: 'Person', field: 'team' })
  })

  test('gives every record its standard fields, after its own', { tags: 'reference/fields-of-every-record' }, () => {
    const names = [...entityOf(model, 'Tag').fields.keys()]
    expect(names).toEqual(['name', 'color', 'id', 'created_at', 'created_by', 'updated_at', 'updated_by', '_version'])
  })

  test('keeps hours_to_resolve in a column, as a decimal with one place', () => {
    const field = entityOf(model, 'Ticket').fields.get('hours_to_resolve')
    expect(field?.computed?.stored).toBe(true)
    expect(field?.computed?.expression.tree.type).toEqual({ kind: 'decimal', scale: 1 })
  })

  test('has the transitions of point 4 with their questions', () => {
    const { transitions, workflows } = entityOf(model, 'Ticket')
    expect([...transitions.keys()]).toEqual([
      'take',
      'assign',
      'ask',
      'answer',
      'resolve',
      'reopen',
      'close',
      'escalate',
    ])
    expect(transitions.get('assign')?.asks.map((ask) => ask.name.identifier)).toEqual(['agent'])
    expect(transitions.get('close')?.rows[0]?.who).toEqual([])
    expect(transitions.get('close')?.rows[0]?.after?.kind).toBe('duration')
    expect(transitions.get('take')?.rows[0]?.then.map((effect) => effect.kind)).toEqual(['set', 'set', 'notify'])
    expect(workflows.get('status')).toMatchObject({ field: 'status', starts: 'new', ends: ['closed'] })
  })

  test('puts each grant to its entities, with the fields worked out', () => {
    const grants = [...model.entities.values()].map((entity) => [entity.name.identifier, entity.grants.length])
    expect(Object.fromEntries(grants)).toEqual({ Ticket: 6, Comment: 4, Article: 3, Team: 2, Tag: 3, Person: 4 })
    expect(entityOf(model, 'Ticket').grants[0]?.fields).not.toContain('internal_note')
    expect(entityOf(model, 'Ticket').grants[0]?.fields).toContain('updated_at')
  })

  test('knows that a manager is an agent', () => {
    expect(model.roles.get('Manager')?.includes).toEqual(['Manager', 'Agent'])
    expect(model.accountPolicy.mayGive.get('Manager')).toEqual(['Customer', 'Agent'])
    expect(model.accountPolicy.signUp).toEqual({ kind: 'open', as: ['Customer'], approved: false })
  })

  test.each([
    ['open', { as: [], approved: false }],
    ['open, as Customer.', { as: ['Customer'], approved: false }],
    ['open, as Customer, Agent, approved by administrators', { as: ['Customer', 'Agent'], approved: true }],
    ['open, approved by an administrator', { as: [], approved: true }],
  ])('reads how people sign up: %s', (written, expected) => {
    const text = readShipped('helpdesk').replace('- sign-up: open, as Customer', `- sign-up: ${written}`)
    expect(compile(text).model?.accountPolicy.signUp).toEqual({ kind: 'open', ...expected })
  })

  test('cites the line of every rule', () => {
    const rules = entityOf(model, 'Ticket').rules.map((rule) => [rule.name, rule.cite.line])
    const names = [
      'A promise lies after the report',
      'Urgent tickets say more',
      'Not too many at once',
      'Assignees are agents',
    ]
    expect(rules).toEqual(names.map((name) => [name, helpdeskLine(`| ${name} |`)]))
    expect(entityOf(model, 'Comment').rules[0]?.cite).toEqual({
      point: 5,
      line: helpdeskLine('| A closed ticket is closed |'),
      text: '| A closed ticket is closed | Comment | `ticket.status != "closed"` | TICKET_CLOSED | ticket | |',
    })
  })

  test('knows what is not shown', () => {
    expect(model.unknowns.map((unknown) => [unknown.point, unknown.name])).toEqual([[9, 'pager_url']])
    expect(model.settings).toMatchObject({
      timeZone: 'Europe/Berlin',
      language: 'en',
      requests: { count: 300, milliseconds: 60_000 },
    })
  })
})

describe('a document with a mistake', () => {
  const wrong = (points: { readonly [point: number]: string }): string[] => {
    const text = documentOf(points)
    const compiled = compile(text)
    expect(compiled.model).toBeUndefined()
    return sayDiagnostics(text, compiled, ['error']).map((line) => line.replace(/^\S+ /, ''))
  }
  const ROOM = '### Room\n\n| field | type |\n|---|---|\n| name | text |\n'

  test('is warned of an entity that does not exist', () => {
    expect(wrong({ 3: ROOM, 6: '| role | entity | may |\n|---|---|---|\n| everyone | Rom | read |' })).toEqual([
      'names/unknown There is no entity "Rom".',
    ])
  })

  test('is warned of a role that does not exist', () => {
    expect(wrong({ 3: ROOM, 6: '| role | entity | may |\n|---|---|---|\n| Agnet | Room | read |' })).toEqual([
      'names/unknown There is no role "Agnet".',
    ])
  })

  test('is warned of two relations with one reverse name', () => {
    const trip = '### Trip\n\n| field | type |\n|---|---|\n| start | Room |\n| goal | Room |\n'
    expect(wrong({ 3: `${ROOM}\n${trip}` })).toEqual([
      'entities/duplicate-reverse Room would have two members "trips": this relation backwards, and Trip.start backwards.',
    ])
  })

  test('is warned of computed fields that depend on each other', { tags: 'reference/computed-fields' }, () => {
    const circle =
      '### Room\n\n| field | type | value |\n|---|---|---|\n| a | computed integer | `b + 1` |\n| b | computed integer | `a + 1` |\n'
    expect(wrong({ 3: circle })).toContain('expressions/circular-value The value of Room.a depends on itself.')
  })

  test('is warned when nothing says how a new record begins', () => {
    const states = '### Room.status\n\n| state | meaning |\n|---|---|\n| free | |\n| taken | |\n'
    expect(wrong({ 3: ROOM, 4: states })).toEqual([
      'states/no-start Nothing says in which state of status a new record is.',
    ])
  })

  test('is warned of a default that its type does not allow', () => {
    const field = '### Room\n\n| field | type | default |\n|---|---|---|\n| size | one of small, large | huge |\n'
    expect(wrong({ 3: field })).toEqual(['entities/wrong-value The default of size must be small or large.'])
  })
})

test('a choice in an expression means the same as people see it and by its identifier', () => {
  const withWord = (word: string) =>
    compileDocument(
      documentOf({
        3: `### Ticket\n\n| field | type | value |\n|---|---|---|\n| stage | one of new, under review | |\n| waits | computed yes/no | \`stage in ["${word}"]\` |\n`,
      }),
    )
      .entities.get('Ticket')
      ?.fields.get('waits')?.computed?.expression.tree
  const words = (tree: unknown) => JSON.stringify(tree, (key, value: unknown) => (key === 'span' ? undefined : value))
  expect(words(withWord('Under review'))).toBe(words(withWord('under_review')))
})
