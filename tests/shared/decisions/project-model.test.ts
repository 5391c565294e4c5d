// What one person's client knows of conditions over fields that they may not read: nothing of them, nor of the constants in them.
import { describe, expect, test } from 'vitest'
import { type Actor, actorWithRoles, anonymous } from '#shared/policy/actor.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import type { Entity, Field, Model, Screen, TransitionRow } from '#shared/model/model.ts'
import { serializeModel } from '#shared/model/serialize.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { entityOf } from '../../apps/decide.ts'

const SECRETS = ['chosen', 'good', 'sent', 'closed', 'part', 'seen', 'written', 'taken', 'mine'] as const

const model = compileDocument(
  documentOf({
    3: `### Customer

| field | type |
|---|---|
| name | text |
| worth | money |

### Order

| field | type | required | default | choose from |
|---|---|---|---|---|
| customer | Customer | yes | | \`worth > limits.chosen\` |
| rebate | money | yes | \`customer.worth > limits.good ? 1.0 : 0.0\` | |
| pieces | integer | | | |

- title: \`customer.name\``,
    4: `### Order.status

- starts: open
- ends: done

| state |
|---|
| open |
| done |

| transition | from | to | who |
|---|---|---|---|
| send | open | done | \`customer.worth > limits.sent\` |

| field | open | if |
|---|---|---|
| pieces | read only | \`customer.worth < limits.closed\` |`,
    5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Not too much | Order | \`pieces <= limits.part or customer.worth == null\` | That is too much. |
| A few | Order | \`pieces < limits.most\` | That is a lot. |`,
    6: `- citations: nobody

| role | is | of | who |
|---|---|---|---|
| Seller | sells | | |
| Keeper | keeps | Order | \`customer.worth > limits.mine\` |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Seller | Customer | read | \`worth > limits.seen\` | name |
| Seller | Order | read | | |
| Seller | Order | create | \`customer.worth > limits.written\` | customer, pieces |
| Seller | Order | update | \`pieces < limits.own\` | pieces |
| Keeper | Order | delete | | |
| except Seller | Order | update | \`customer.worth > limits.taken\` | pieces |`,
    9: `| name | value |
|---|---|
${[...SECRETS, 'most', 'own'].map((name) => `| ${name} | 7 |`).join('\n')}`,
  }),
)
const told = projectModel(model, actorWithRoles(model, ['Seller']))
const order = entityOf(told, 'Order')

describe('of what depends on fields that they may not read, a client', () => {
  test('knows no name and no constant', () => {
    const text = serializeModel(told)
    expect(['worth', ...SECRETS.map((name) => `limits.${name}`)].filter((secret) => text.includes(secret))).toEqual([])
    expect([...told.limits.keys()]).toEqual(['most', 'own'])
  })

  test('knows what may be granted all the same, and not what takes it away', () => {
    expect(order.grants.map(({ may, except, where }) => [may.join(), except, where?.text])).toEqual([
      ['read', false, undefined],
      ['create', false, undefined],
      ['update', false, 'pieces < limits.own'],
      ['delete', false, undefined],
    ])
    expect([...order.transitions.keys()]).toEqual(['send'])
    expect(order.rules.map(({ name }) => name)).toEqual(['A few'])
    expect(order.bindings).toEqual([])
  })

  test('knows that the server fills in a field, and that nothing is offered', () => {
    expect(order.fields.get('rebate')).toMatchObject({ required: true, default: { expression: { text: '' } } })
    expect(order.fields.get('customer')?.chooseFrom?.text).toBe('false')
    expect(order.title.text).toBe('customer.name')
  })
})

describe('named views and the menu', () => {
  const rooms = compileDocument(
    documentOf({
      1: 'Rooms.\n\n- logo: rooms.svg\n- accent: #2B5\n',
      2: `| route | screen | shows | for |
|---|---|---|---|
| /rooms | Rooms | table of Room | anyone |

### Rooms

- menu: Desk
- filters: building.name
- where: \`not closed\`
- actions: create, clean, POST /api/rooms/:id/lock

| view | for | where | sort |
|---|---|---|---|
| To clean | Keeper | \`cleaner == me\` | name descending |
| Mine | everyone | \`cleaner == me\` | |
| All | anyone | | |
`,
      3: `### Building

| field | type |
|---|---|
| name | text |

### Room

| field | type |
|---|---|
| name | text |
| closed | yes/no |
| building | Building |
| cleaner | Person |
`,
      4: `### Room.status

- starts: used
- ends: clean

| state |
|---|
| used |
| clean |

| transition | from | to | who |
|---|---|---|---|
| clean | used | clean | Keeper |
`,
      7: `### POST /api/rooms/:id/lock of Room

- who: Keeper

1. room.closed = true
`,
      6: `| role | is |
|---|---|
| Keeper | keeps |

| role | entity | may |
|---|---|---|
| anyone | Room, Building | read |
`,
    }),
  )
  const screen = (actor: Actor) => {
    const { screens } = projectModel(rooms, actor)
    return 'screens' in screens ? screens.screens[0] : undefined
  }

  test('a person knows the views that are for them, without the roles that they are for', () => {
    const views = (actor: Actor) => screen(actor)?.views?.map((view) => [view.key, ...view.for])
    expect(views(actorWithRoles(rooms, ['Keeper']))).toEqual([
      ['to-clean', 'everyone'],
      ['mine', 'everyone'],
      ['all', 'anyone'],
    ])
    expect(views(actorWithRoles(rooms, []))).toEqual([
      ['mine', 'everyone'],
      ['all', 'anyone'],
    ])
    expect(views(anonymous)).toEqual([['all', 'anyone']])
  })

  test('a view has its condition and its order, a screen its heading of the menu and filters by paths', () => {
    expect(screen(actorWithRoles(rooms, ['Keeper']))).toMatchObject({
      menu: 'Desk',
      filters: ['building.name'],
      views: [{ where: { text: 'cleaner == me' }, sort: [{ field: 'name', descending: true }] }, {}, {}],
    })
  })

  test('a list has the actions that a person knows of, and no calls of the server', () => {
    expect(screen(actorWithRoles(rooms, ['Keeper']))?.actions).toEqual(['create', 'clean'])
    expect(screen(anonymous)?.actions).toEqual(['create'])
  })

  test('the product has a logo and an accent colour in six letters', () => {
    expect(rooms.product).toMatchObject({ logo: 'rooms.svg', accent: '#22bb55' })
  })
})

test('what a state says of a field is not shown to those who know nothing of the field', () => {
  const document = documentOf({
    3: '### Offer\n\n| field | type |\n|---|---|\n| text | text |\n| margin | money |\n| note | text |\n',
    4: `### Offer.state

- starts: draft
- ends: sent

| transition | from | to | who |
|---|---|---|---|
| send | draft | sent | everyone |

| field | draft | sent |
|---|---|---|
| text | | read only |
| margin | | read only |
| note | hidden | |
`,
    6: '| role | is |\n|---|---|\n| Seller | sells |\n\n| role | entity | may | fields |\n|---|---|---|---|\n| Seller | Offer | read, create, update | text, state |\n',
  })
  const model = compileDocument(document)
  const shown = projectModel(model, actorWithRoles(model, ['Seller'])).entities.get('Offer')
  expect(shown?.bindings.map(({ field }) => field)).toEqual(['text'])
  expect(JSON.stringify(shown?.bindings)).not.toContain('margin')
})

test('what the model gains later is hidden until it is named: of each part of it, nothing else reaches a client', () => {
  const projected = serializeModel(projectModel(withNews(model), actorWithRoles(model, ['Seller'])))
  expect(projected).toContain('"pieces"')
  expect(projected.match(/"news[^"]*"/g)).toBeNull()
})

/** Adds a property to each part of the model that is projected. */
function withNews(whole: Model): Model {
  const news = <T extends object>(part: T): T => ({ ...part, news: 'news' })
  const each = <T extends object>(parts: readonly T[], change: (part: T) => T = news) => parts.map(change)
  const all = <T extends object>(parts: ReadonlyMap<string, T>, change: (part: T) => T = news) =>
    new Map([...parts].map(([name, part]) => [name, change(part)]))
  const field = (part: Field): Field => news({ ...part, ...(part.computed && { computed: news(part.computed) }) })
  const row = (part: TransitionRow): TransitionRow => news({ ...part, asks: each(part.asks) })
  const entity = (part: Entity): Entity =>
    news({
      ...part,
      fields: all(part.fields, field),
      transitions: all(part.transitions, (step) => news({ ...step, rows: each(step.rows, row) })),
      bindings: each(part.bindings),
      rules: each(part.rules),
      grants: each(part.grants),
    })
  const screen = (part: Screen): Screen => news({ ...part, ...(part.views && { views: each(part.views) }) })
  return news({
    ...whole,
    screens: 'screens' in whole.screens ? { screens: each(whole.screens.screens, screen) } : whole.screens,
    entities: all(whole.entities, entity),
    roles: all(whole.roles),
    errors: all(whole.errors),
    accountPolicy: news(whole.accountPolicy),
    callSettings: news(whole.callSettings),
  })
}
