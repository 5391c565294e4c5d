// What a transition asks for, in a table: limits, defaults, and records of which only some may be chosen.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInputs } from '../../../../client/data/records/check-inputs.ts'
import { inputChoiceFilter } from '../../../../client/data/records/choice-filter.ts'
import { initialInputs } from '../../../../client/data/records/initial-inputs.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { anonymous } from '#shared/policy/actor.ts'
import { startApp } from '../../../apps/start-app.ts'

const DESK = documentOf({
  3: `### Team

| field | type |
|---|---|
| name | text |

### Person

| field | type |
|---|---|
| team | Team |

### Ticket

| field | type |
|---|---|
| title | text |
| team | Team |
| helper | Person (as helped_tickets) |
| backup | Person (as backed_tickets) |
| note | text |
| effort | integer |
`,
  4: `### Ticket.status

- starts: new
- ends: done

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| assign | new | open | everyone | helper: person required, effort: integer default 3 | helper = input.helper; backup = input.backup; note = input.note; effort = input.effort |
| hand over | new | done | everyone | | do assign { helper: me } |
| drop | new | done | everyone | cause: one of (double, other) required, why: text required when \`input.cause == "other" or title == "Safe"\` | note = input.why |
| close | new | done | everyone | short: yes/no default no, why: text default "{title}, done" required, effort: integer required, 1..9, default 3, size: one of (very large, small) default very large | note = "{input.why} {input.size}"; effort = input.effort if \`not input.short\` |

#### assign

| asks | type | required | default | limits | choose from | meaning |
|---|---|---|---|---|---|---|
| helper | Person | yes | | | \`is("Agent") and team == this.team\` | They do it. |
| backup | Person | \`input.effort > 4\` | | | \`team == this.team and id != input.helper.id\` | |
| note | text | no | "About {title}" | max 20 | | |
| effort | integer | yes | | 1..5 | | |
`,
  6: `| role | is |
|---|---|
| Agent | helps |

| role | entity | may |
|---|---|---|
| everyone | Team, Person, Ticket | everything |
`,
})

let app: TestApp
let boss: Caller
let teams: { readonly north: string; readonly south: string }
let helpers: { readonly north: string; readonly second: string; readonly south: string }

beforeAll(async () => {
  app = await startApp(DESK)
  boss = await app.as('Administrator')
  const team = async (name: string) => (await boss.post('/api/teams', { name })).body.id as string
  teams = { north: await team('North'), south: await team('South') }
  const helper = async (name: string, of: string) => {
    const { id } = await app.as('Agent', name)
    await boss.patch(`/api/people/${id}`, { team: of }).expect(200)
    return id
  }
  helpers = {
    north: await helper('Nora', teams.north),
    second: await helper('Nils', teams.north),
    south: await helper('Sam', teams.south),
  }
  await boss.patch(`/api/people/${boss.id}`, { team: teams.north })
})
afterAll(() => app.stop())

const ticket = async (): Promise<string> =>
  `/api/tickets/${(await boss.post('/api/tickets', { title: 'Lamp', team: teams.north })).body.id}`

test('defaults in the cell are those of a table', { tags: 'reference/what-a-transition-asks' }, async () => {
  const done = await boss.post(`${await ticket()}/close`, {})
  expect(done.body).toMatchObject({ status: 'done', note: 'Lamp, done very large', effort: 3 })
  const short = await boss.post(`${await ticket()}/close`, { short: true, why: 'Off', size: 'small' })
  expect(short.body).toMatchObject({ note: 'Off small', effort: null })
  const refused = await boss.post(`${await ticket()}/close`, { why: null })
  expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'why', code: 'required' }]])
})

describe('a transition that asks in a table', () => {
  test(
    'takes what may be chosen, and fills in its defaults',
    { tags: 'reference/what-a-transition-asks' },
    async () => {
      const done = await boss.post(`${await ticket()}/assign`, { helper: helpers.north, backup: helpers.second })
      expect(done.body).toMatchObject({ status: 'open', helper: helpers.north, note: 'About Lamp', effort: 3 })
    },
  )

  test('leaves empty what is sent as nothing', { tags: 'reference/what-a-transition-asks' }, async () => {
    const done = await boss.post(`${await ticket()}/assign`, { helper: helpers.north, note: null })
    expect([done.status, done.body.note]).toEqual([200, null])
    expect((await boss.post(`${await ticket()}/assign`, { helper: helpers.north, effort: null })).status).toBe(422)
  })

  test.each([
    ['of another team', () => ({ helper: helpers.south }), 'helper', undefined],
    ['without the role', () => ({ helper: boss.id }), 'helper', undefined],
    ['who is the other input', () => ({ helper: helpers.north, backup: helpers.north }), 'backup', undefined],
    ['with too much effort', () => ({ helper: helpers.north, effort: 9 }), 'effort', undefined],
    ['with a long note', () => ({ helper: helpers.north, note: 'x'.repeat(21) }), 'note', 'too_long'],
    ['with much effort and no backup', () => ({ helper: helpers.north, effort: 5 }), 'backup', 'required'],
    ['of nobody', () => ({}), 'helper', 'required'],
  ] as const)('refuses one %s', async (_, body, field, code) => {
    const path = await ticket()
    const refused = await boss.post(`${path}/assign`, body())
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ field, ...(code === undefined ? {} : { code }) }])
    expect((await boss.get(path)).body).toMatchObject({ status: 'new', helper: null })
  })

  test('says in words of people who may be chosen', async () => {
    const { body } = await boss.post(`${await ticket()}/assign`, { helper: boss.id })
    expect(body.errors[0].message).toBe(
      'Helper: choose one where the person has the role Agent and team is the team of this ticket.',
    )
  })

  test(
    'requires what its condition says, of the record and of the other inputs',
    { tags: 'reference/what-a-transition-asks' },
    async () => {
      const path = await ticket()
      const refused = await boss.post(`${path}/drop`, { cause: 'other' })
      expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'why', code: 'required' }]])
      await boss.post(`${path}/drop`, { cause: 'double' }).expect(200)
      const safe = `/api/tickets/${(await boss.post('/api/tickets', { title: 'Safe' })).body.id}`
      expect((await boss.post(`${safe}/drop`, { cause: 'double', why: '' })).body.errors).toMatchObject([
        { field: 'why' },
      ])
      expect((await boss.post(`${safe}/drop`, { cause: 'double', why: 'Twice' })).body.note).toBe('Twice')
    },
  )

  test('asks the same of a batch and of effects', async () => {
    const path = (await ticket()).replace('/api', '')
    const call = { method: 'POST', path: `/api${path}/assign`, body: { helper: helpers.south } }
    expect((await boss.post('/api/batch', { calls: [call] })).status).toBe(422)
    // Who does it is in the team, and no agent.
    expect((await boss.post(`/api${path}/hand-over`)).status).toBe(422)
  })

  test('says in the OpenAPI what it takes', async () => {
    const { body } = await boss.get('/api/openapi.json')
    const schema = body.components.schemas['Ticket_assign'] ?? body.components.schemas['Ticket_assign_input']
    expect(schema).toMatchObject({
      required: ['helper'],
      properties: { effort: { minimum: 1, maximum: 5, default: 3 }, note: { maxLength: 20 } },
    })
  })
})

describe('the dialog of a transition', () => {
  const NORTH = '01900000-0000-7000-8000-000000000001'
  const model = compileDocument(DESK)
  const entity = model.entities.get('Ticket')
  const asks = entity?.transitions.get('assign')?.asks ?? []
  const record = { id: 't', title: 'Lamp', team: NORTH, status: 'new' }

  test('begins with the defaults that are known', { tags: 'reference/what-a-transition-asks' }, () => {
    expect(initialInputs(model, anonymous, asks, record, '2026-11-22T10:00:00.000Z')).toEqual({
      note: 'About Lamp',
      effort: 3,
    })
  })

  test('marks what has to be given at present, and lets nothing else through', () => {
    const drop = entity?.transitions.get('drop')?.asks ?? []
    const at = { record, now: '2026-11-22T10:00:00.000Z' }
    const check = (values: { readonly [name: string]: unknown }) => {
      const { required, errors } = checkInputs(model, anonymous, drop, { ...at, values })
      return [[...required], errors.map(({ field }) => field)]
    }
    expect(check({})).toEqual([['cause'], ['cause']])
    expect(check({ cause: 'other' })).toEqual([['cause', 'why'], ['why']])
    expect(check({ cause: 'other', why: 'It is old' })).toEqual([['cause', 'why'], []])
    expect(check({ cause: 'double' })).toEqual([['cause'], []])
  })

  test('offers only what may be chosen', () => {
    if (entity === undefined) throw new Error('no tickets')
    const readAll = (name: string) => new Set(model.entities.get(name)?.fields.keys())
    const filters = asks.map((ask) => inputChoiceFilter(entity, asks, ask, record, { helper: 'nora' }, readAll))
    expect(filters[0]).toContain('is("Agent")')
    expect(filters[0]).toContain(`team.id == "${NORTH}"`)
    expect(filters[2]).toBe(undefined)
  })
})
