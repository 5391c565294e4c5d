// Covers `input.to`: which of several states a person chose, in what a transition requires, does and checks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInputs } from '../../../../client/data/records/check-inputs.ts'
import { inputsFrom } from '../../../../client/screens/record/offered-transitions.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'
import { compile } from '#shared/compile.ts'
import { anonymous } from '#shared/policy/actor.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const asks = (condition: string) => `### Wish.state

- starts: open
- ends: bought, declined

| state |
|---|
| open |
| bought |
| declined |

| transition | from | to | who | when | asks | then | otherwise |
|---|---|---|---|---|---|---|---|
| decide | open | bought, declined | everyone | \`text != "Lead" or input.to == "declined"\` | words: text required when \`${condition}\` | note = "{input.to}: {input.words}" | TOO_HEAVY |
`
const WISHES = {
  3: `### Wish

| field | type |
|---|---|
| text | text |
| note | text |
`,
  4: asks('input.to == "declined"'),
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Gold is not bought | Wish.decide | \`input.to != "bought" or text != "Gold"\` | TOO_DEAR |
`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Wish | everything |
`,
  8: `| code | status | message |
|---|---|---|
| TOO_DEAR | 422 | {text} can't be {input.to}: too dear. |
| TOO_HEAVY | 422 | {text} can't be {input.to}: too heavy. |
`,
}

let app: TestApp
let ann: Caller

beforeAll(async () => {
  app = await startApp(documentOf(WISHES))
  ann = await app.as('Administrator')
})
afterAll(() => app.stop())

async function decide(body: object, text = 'A saw') {
  const wish = await ann.post('/api/wishes', { text })
  return ann.post(`/api/wishes/${wish.body.id}/decide`, body)
}

describe('a transition that leads to several states', () => {
  test('requires what the chosen one needs', { tags: 'reference/what-a-transition-asks' }, async () => {
    const refused = await decide({ to: 'declined' })
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'words', code: 'required' }]])
    expect((await decide({ to: 'bought' })).status).toBe(200)
  })

  test('knows the chosen one in its effects', async () => {
    expect((await decide({ to: 'declined', words: 'No' })).body).toMatchObject({
      state: 'declined',
      note: 'declined: No',
    })
  })

  test('still refuses a state to which it does not lead', async () => {
    const refused = await decide({ to: 'open' })
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'to' }]])
  })

  test('gives it to the rules that are bound to it', async () => {
    expect((await decide({ to: 'bought' }, 'Gold')).body.detail).toBe("Gold can't be bought: too dear.")
    expect((await decide({ to: 'declined', words: 'No' }, 'Gold')).status).toBe(200)
  })

  test('gives it to the words of a refusal', { tags: 'reference/point-8-the-error-catalogue' }, async () => {
    expect((await decide({ to: 'bought' }, 'Lead')).body.detail).toBe("Lead can't be bought: too heavy.")
    expect((await decide({ to: 'declined', words: 'No' }, 'Lead')).status).toBe(200)
  })

  test('refuses a word that is none of these states when the document is read', () => {
    const { diagnostics } = compile(documentOf({ ...WISHES, 4: asks('input.to == "lost"') }))
    expect(diagnostics.map(({ code }) => code)).toContain('expressions/unknown-word')
  })

  test('marks it in the dialog as soon as the state is chosen', () => {
    const model = compileDocument(documentOf(WISHES))
    const entity = model.entities.get('Wish')
    const transition = entity?.transitions.get('decide')
    if (!entity || !transition) throw new Error('no wishes')
    const record = { id: 'w', state: 'open' }
    const required = (values: { readonly [name: string]: unknown }) => [
      ...checkInputs(model, anonymous, inputsFrom(entity, transition, record), {
        record,
        values,
        now: '2026-11-22T10:00:00.000Z',
      }).required,
    ]
    expect([required({ to: 'bought' }), required({ to: 'declined' })]).toEqual([['to'], ['words', 'to']])
  })
})
