// Fields bound to states, four eyes, and effects' authority, decided in memory with a small document.
import { statusOf } from '#shared/decisions/refusals.ts'
import { describe, expect, test } from 'vitest'
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import { missingFields } from '#shared/decisions/3-entities.ts'
import { prepareTransition } from '#shared/decisions/4-states.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import { actorOf, entityOf, evaluatorOf } from '../../apps/decide.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { makeReadPolicy } from '#shared/policy/read-policy.ts'
import { makeWritePolicy } from '#shared/policy/write-policy.ts'

const model = compileDocument(
  documentOf({
    3: `
### Paper

| field | type | required |
|---|---|---|
| title | text | yes |
| score | integer | no |
| reason | text | no |
`,
    4: `
### Paper.state

- starts: draft
- ends: done

| state | meaning |
|---|---|
| draft | |
| sent | |
| done | |

| transition | from | to | who | when | then |
|---|---|---|---|---|---|
| send | draft | sent | Author | | |
| accept | sent | done | Chair and not the one who did send | \`score > 1\` | |

| field | draft | sent | done | role | if |
|---|---|---|---|---|---|
| score | hidden | | read only | | |
| title | | read only | read only | Author | |
| reason | | | required | Chair | \`score < 3\` |

### Paper

| transition | when | then |
|---|---|---|
| created | \`score > 5\` | title = "secret" |
`,
    6: `
| role | is |
|---|---|
| Author | writes |
| Chair | decides |

| role | entity | may |
|---|---|---|
| Author, Chair | Paper | read, create, update |
`,
  }),
)

const person = (id: string, ...roles: string[]): RecordValue => ({ id, name: id, roles, active: true })
const world = {
  model,
  records: { Person: [person('ann', 'Author'), person('cy', 'Chair', 'Author'), person('di', 'Chair')] },
}
const paper = (more: object = {}): RecordValue => ({
  id: 'p',
  title: 'One',
  score: 2,
  reason: null,
  state: 'sent',
  ...more,
})
const entity = entityOf(model, 'Paper')
const who = (id: string): Actor => actorOf(world, id)

const mayWrite = (id: string, verb: 'create' | 'update', field: string, record: RecordValue) => {
  const decision = decideWrite(
    model,
    makeWritePolicy(model, 'Paper', who(id), verb),
    [field],
    [evaluatorOf(world, who(id), record)],
  )
  return decision.allowed === false ? decision.refusal.errors : decision.allowed
}

const isRead = (id: string, field: string, record: RecordValue) => {
  const right = makeReadPolicy(model, 'Paper', who(id)).fields.find((each) => each.field === field)
  return right && (right.when === true || evaluatorOf(world, who(id), record)(right.when) === true)
}

describe('a field', () => {
  test('that a state hides is not read in it, and in all others it is', () => {
    expect(isRead('ann', 'score', paper({ state: 'draft' }))).toBe(false)
    expect(isRead('ann', 'score', paper())).toBe(true)
    expect(isRead('ann', 'title', paper({ state: 'draft' }))).toBe(true)
  })

  test('that a state hides or makes read only is not written in it; the cell is cited', () => {
    const cites = expect.objectContaining({ point: 4 }) as unknown
    expect(mayWrite('di', 'update', 'score', paper({ state: 'done' }))).toMatchObject([{ field: 'score', cites }])
    expect(mayWrite('di', 'update', 'score', paper({ state: 'draft' }))).toMatchObject([{ field: 'score', cites }])
    expect(mayWrite('di', 'update', 'score', paper())).toBe(true)
  })

  test('that a new record’s state hides can’t be given to it', () => {
    expect(mayWrite('ann', 'create', 'score', paper({ state: 'draft' }))).toMatchObject([{ field: 'score' }])
    expect(mayWrite('ann', 'create', 'title', paper({ state: 'draft' }))).toBe(true)
  })

  test('that is read only for a role is so for those who hold it', () => {
    expect(mayWrite('ann', 'update', 'title', paper())).toMatchObject([{ field: 'title' }])
    expect(mayWrite('di', 'update', 'title', paper())).toBe(true)
  })

  test('that is required of a role under a condition is asked of nobody else, and not otherwise', () => {
    const missing = (id: string, record: RecordValue) =>
      missingFields(entity, record, evaluatorOf(world, who(id), record)).map(({ field }) => field)
    expect(missing('di', paper({ state: 'done' }))).toEqual(['reason'])
    expect(missing('di', paper({ state: 'done', score: 4 }))).toEqual([])
    expect(missing('ann', paper({ state: 'done' }))).toEqual([])
    expect(missing('di', paper())).toEqual([])
  })

  test('is read and written in every state by administrators', () => {
    const administrator: Actor = {
      person: person('root', 'Administrator'),
      roles: [],
      administrator: true,
      system: false,
    }
    const rights = makeReadPolicy(model, 'Paper', administrator).fields.find(({ field }) => field === 'score')
    expect(rights?.when).toBe(true)
  })
})

describe('a transition', () => {
  const accept = entity.transitions.get('accept')
  if (!accept) throw new Error('no accept')
  const decide = (id: string, record: RecordValue, authority: 'person' | 'document' = 'person') => {
    const prepared = prepareTransition(model, entity, accept, who(id), authority)
    const evaluate = evaluatorOf(world, who(id), record)
    const decision = prepared.decide({ record, evaluate, input: 'to come' })
    return decision.allowed === false ? statusOf(model, decision.refusal) : decision.allowed
  }

  test('that wants four eyes is not for the one who did the other last', () => {
    expect(decide('cy', paper({ send_done_by: 'ann' }))).toBe(true)
    expect(decide('cy', paper({ send_done_by: 'cy' }))).toBe(403)
    expect(decide('ann', paper({ send_done_by: 'cy' }))).toBe(403)
    expect(decide('cy', paper({ send_done_by: null }))).toBe(true)
  })

  test('can’t be decided by a client, which does not see who did it', () => {
    expect(decide('cy', paper())).toBe('not knowable')
  })

  test('that the document does asks for no actor, but for its state', () => {
    expect(decide('ann', paper({ send_done_by: 'ann' }), 'document')).toBe(true)
    expect(decide('ann', paper({ score: 1 }), 'document')).toBe(409)
  })
})

test('a client knows what is read only for it or hidden in new records, and nothing of what is hidden later or what the document does then', () => {
  const told = projectModel(model, who('ann')).entities.get('Paper')
  expect(told?.bindings.map(({ field, says }) => `${field} ${says}`)).toEqual([
    'score hidden',
    'score read only',
    'title read only',
    'title read only',
  ])
  expect(told?.events).toEqual([])
  expect(told?.fields.has('send_done_by')).toBe(false)
})
