// What may stand in a record: bodies read, defaults filled, required fields asked for.
import { codeOf, wordFieldError } from '#shared/decisions/refusals.ts'
import { describe, expect, test } from 'vitest'
import { computeFields } from '#shared/decisions/computed-fields.ts'
import { fillDefaults, missingFields, validateBody, wrongChoices } from '#shared/decisions/3-entities.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { actorOf, entityOf, evaluatorOf, type World } from '../../apps/decide.ts'
import { ticket, world } from '../../apps/helpdesk-world.ts'
import { makeReadPolicy } from '#shared/policy/read-policy.ts'
import { makeWritePolicy } from '#shared/policy/write-policy.ts'

const entity = entityOf(world.model, 'Ticket')

function read(who: string, verb: 'create' | 'update', body: { readonly [name: string]: unknown }, name = 'Ticket') {
  const actor = actorOf(world, who)
  const readable = new Set(makeReadPolicy(world.model, name, actor).fields.map(({ field }) => field))
  const { fields: writable } = makeWritePolicy(world.model, name, actor, verb)
  return validateBody(entityOf(world.model, name), body, { verb, readable, writable, before: ticket() })
}

const codes = (found: ReturnType<typeof read>) => found.errors.map((error) => `${error.field} ${codeOf(error)}`)

describe('a body', () => {
  test('is read into the JSON form of its fields', () => {
    expect(read('cora', 'create', { subject: ' Printer ', description: 'Jam', tags: null })).toEqual({
      values: { subject: 'Printer', description: 'Jam', tags: [] },
      errors: [],
    })
  })

  test('all wrong fields are named at once, each with why', () => {
    const body = {
      subject: '',
      priority: 'huge',
      number: 'HD-1',
      status: 'open',
      hours_to_resolve: '1.0',
      created_at: 'now',
      assignee: null,
      internal_note: 'x',
      colour: 'red',
    }
    expect(codes(read('cora', 'create', body))).toEqual([
      'subject required',
      'priority not_one_of',
      'number computed',
      'status state_field',
      'hours_to_resolve computed',
      'created_at standard',
      'assignee not_allowed',
      'internal_note unknown_field',
      'colour unknown_field',
    ])
  })

  test('a field that the caller may not read is refused exactly as one that does not exist', () => {
    const { errors } = read('cora', 'update', { internal_note: 'x', internal_nose: 'x' })
    const [hidden, missing] = errors.map((error) => wordFieldError(world.model, error))
    expect(hidden).toMatchObject({
      field: 'internal_note',
      code: 'unknown_field',
      message: 'There is no field internal_note.',
    })
    expect(missing).toMatchObject({
      field: 'internal_nose',
      code: 'unknown_field',
      message: 'There is no field internal_nose.',
    })
  })

  test('what is written once is not changed, and may be repeated', () => {
    const comment = entityOf(world.model, 'Comment')
    const fields = new Set(['ticket', 'body'])
    const ID = '0193f0a1-0000-7000-8000-00000000000'
    const options = {
      verb: 'update',
      readable: fields,
      writable: fields,
      before: { id: 'c', ticket: `${ID}1` },
    } as const
    expect(validateBody(comment, { ticket: `${ID}1` }, options).errors).toEqual([])
    expect(validateBody(comment, { ticket: `${ID}2` }, options).errors).toMatchObject([
      { field: 'ticket', name: 'write_once' },
    ])
  })
})

describe('a new record', () => {
  const actor = actorOf(world, 'cora')
  const fill = (given: { readonly [field: string]: unknown }) =>
    fillDefaults(entity, given, (record) => evaluatorOf(world, actor, { id: 'new', ...record }))

  test('takes its defaults, in the first state, and promises by its priority', () => {
    expect(fill({ subject: 'A', description: 'B' })).toMatchObject({
      subject: 'A',
      status: 'new',
      priority: 'normal',
      requester: 'cora',
      tags: [],
      resolution: null,
      due_at: '2026-11-23T10:00:00.000Z',
    })
    expect(fill({ subject: 'A', description: 'B', priority: 'urgent' })).toMatchObject({
      due_at: '2026-11-21T14:00:00.000Z',
    })
  })

  test('makes its slug of the title', () => {
    const article = entityOf(world.model, 'Article')
    expect(fillDefaults(article, { title: 'Printer jam' }, () => () => null)).toMatchObject({
      slug: 'printer-jam',
      published: false,
      topic: 'product',
    })
  })

  test('lacks what is required', () => {
    expect(
      missingFields(entity, { ...fill({}) }, evaluatorOf(world, actor, ticket())).map(({ field }) => field),
    ).toEqual(['subject', 'description'])
  })
})

describe('fields that depend on others', () => {
  const actor = actorOf(world, 'adam')

  test('a solved ticket needs its resolution, an open one does not', () => {
    const missing = (record: ReturnType<typeof ticket>) =>
      missingFields(entity, record, evaluatorOf(world, actor, record)).map(({ field }) => field)
    expect(missing(ticket({ status: 'resolved' }))).toEqual(['resolution'])
    expect(missing(ticket())).toEqual([])
  })

  test('hours to a solution are worked out with one place', () => {
    const record = ticket({ created_at: '2026-11-20T08:00:00.000Z', resolved_at: '2026-11-20T10:20:00.000Z' })
    expect(computeFields(entity, 'all', evaluatorOf(world, actor, record))).toEqual({ hours_to_resolve: '2.3' })
    expect(computeFields(entity, 'all', evaluatorOf(world, actor, ticket()))).toEqual({ hours_to_resolve: null })
  })

  test('a relation is chosen from what its condition allows', () => {
    const model = compileDocument(
      documentOf({
        3: '### Building\n\n| field | type |\n|---|---|\n| name | text |\n\n### Room\n\n| field | type |\n|---|---|\n| name | text |\n| building | Building |\n\n### Desk\n\n| field | type | choose from |\n|---|---|---|\n| building | Building | |\n| room | Room | `building == this.building` |\n',
      }),
    )
    const rooms: World = { model, records: { Room: [{ id: 'r', name: 'Blue', building: 'b1' }], Person: [], Desk: [] } }
    const desk = (building: string | null, room: string | null) => ({ id: 'd', building, room })
    const wrong = (record: ReturnType<typeof desk>, old: ReturnType<typeof desk> | null = null) =>
      wrongChoices(model, entityOf(model, 'Desk'), { record, old }, evaluatorOf(rooms, actor, record)).map(
        (error) => wordFieldError(model, error).message,
      )
    expect(wrong(desk('b1', 'r'))).toEqual([])
    expect(wrong(desk('b2', 'r'))).toEqual(['Room: choose one where building is the building of this desk.'])
    expect(wrong(desk('b2', null))).toEqual([])
    // What was chosen is asked again where it is compared with something else now.
    expect(wrong(desk('b2', 'r'), desk('b1', 'r'))).toHaveLength(1)
    expect(wrong(desk('b2', 'r'), desk('b2', null))).toHaveLength(1)
    expect(wrong(desk('b2', 'r'), desk('b2', 'r'))).toEqual([])
  })
})
