// What one person's client is told of conditions over fields that he may not read: nothing of them, nor of the constants in them.
import { describe, expect, test } from 'vitest'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import { serializeModel } from '#shared/model/serialize.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { entityOf } from '../../helpers/decide.ts'

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

describe('of what depends on fields that he may not read, a client', () => {
  test('is told no name and no constant', () => {
    const text = serializeModel(told)
    expect(['worth', ...SECRETS.map((name) => `limits.${name}`)].filter((secret) => text.includes(secret))).toEqual([])
    expect([...told.limits.keys()]).toEqual(['most', 'own'])
  })

  test('is told what may be granted all the same, and not what takes it away', () => {
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

  test('is told that the server fills in a field, and chooses among all that he may read', () => {
    expect(order.fields.get('rebate')).toMatchObject({ required: true, default: { expression: { text: '' } } })
    expect(order.fields.get('customer')?.chooseFrom).toBeUndefined()
    expect(order.title.text).toBe('customer.name')
  })
})
