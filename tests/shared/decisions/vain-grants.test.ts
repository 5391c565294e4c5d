import { expect, test } from 'vitest'
import { offeredWays } from '#shared/decisions/ways-to-create.ts'
import { composePolicy } from '#shared/decisions/policy.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const MODEL = compileDocument(
  documentOf({
    3: `### Client

| field | type |
|---|---|
| name | text |
| lawyer | Person |

### Invoice

| field | type | required | default |
|---|---|---|---|
| subject | text | | |
| client | Client | | |
| number | integer | yes | |
| lawyer | Person | | \`me\` |
| day | date | | |`,
    4: `### Invoice.status

- starts: draft
- ends: sent

| transition | from | to | who | then |
|---|---|---|---|---|
| begin | new record | draft | Clerk | client = Client.filter(c, c.lawyer == me).first() |
| send | draft | sent | everyone | |`,
    6: `| role | is |
|---|---|
| Lawyer | writes invoices |
| Office | keeps the books |
| Clerk | helps |
| Partner | leads |
| Senior | leads all |
| Guest | looks |
| Late | comes late |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Office | Client, Invoice | everything | | |
| everyone | Client, Invoice | read | | |
| Lawyer | Invoice | create | \`client.lawyer == me\` | subject, number |
| Senior | Invoice | create | \`client.lawyer == me\` | subject, number, client |
| Clerk | Invoice | create | \`client.lawyer == me\` | subject, number |
| Partner | Invoice | create | \`lawyer == me and (day == null or day > today)\` | subject, number |
| Guest | Invoice | create | | subject |
| Late | Invoice | create | \`status == "sent"\` | subject, number |`,
  }),
)

/** Lists what a person with the role is offered by the model that their browser gets. */
function offeredTo(...roles: readonly string[]): readonly string[] {
  const actor = actorWithRoles(MODEL, roles)
  const model = projectModel(MODEL, actor)
  const invoice = model.entities.get('Invoice')
  const ways = invoice ? offeredWays(invoice, composePolicy(model, actor).entity('Invoice')) : []
  return ways.map(({ step }) => step?.name.identifier ?? 'create')
}

test('a right to create that can never be used is not offered', () => {
  expect(offeredTo('Lawyer')).toEqual([])
  expect(offeredTo('Guest')).toEqual([])
  expect(offeredTo('Late')).toEqual([])
})

test('what may be met is offered: by what people fill in, by a default, by the other role or by the step that sets it', () => {
  expect(offeredTo('Office')).toEqual(['create'])
  expect(offeredTo('Senior')).toEqual(['create'])
  expect(offeredTo('Partner')).toEqual(['create'])
  expect(offeredTo('Lawyer', 'Senior')).toEqual(['create'])
  expect(offeredTo('Clerk')).toEqual(['begin'])
})
