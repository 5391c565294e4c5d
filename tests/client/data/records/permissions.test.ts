// A form offers only what a new record may be given: what its first state hides is refused, and not asked for.
import { expect, test } from 'vitest'
import { creatableNames } from '../../../../client/data/records/permissions.ts'
import { projectModel } from '#shared/decisions/project-model.ts'
import { actorWithRoles, ADMINISTRATOR } from '#shared/policy/actor.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'

const model = compileDocument(
  documentOf({
    3: `### Trip

| field | type | required |
|---|---|---|
| purpose | text | yes |
| remark | text | no |
| mileage_out | integer | no |
| mileage_in | integer | no |
| price | money | no |
`,
    4: `### Trip.state

- starts: booked
- ends: back

| transition | from | to | who |
|---|---|---|---|
| hand out | booked | out | Office |
| take back | out | back | Office |

| field | booked | out | back | role | if |
|---|---|---|---|---|---|
| mileage_out | hidden | read only | read only | | |
| mileage_in | | hidden | | | |
| remark | hidden | | | Office | |
| price | hidden | | | | \`purpose == "private"\` |
| purpose | read only | read only | read only | | |
`,
    6: `| role | is |
|---|---|
| Office | hands out the keys |
| Driver | drives |

| role | entity | may |
|---|---|---|
| Office, Driver | Trip | read, create, update |
`,
  }),
)

test.each([
  ['Driver', ['purpose', 'remark', 'mileage_in', 'price']],
  // A row of the table may bind one role only.
  ['Office', ['purpose', 'mileage_in', 'price']],
  // Administrators read and write all.
  [ADMINISTRATOR, ['purpose', 'remark', 'mileage_out', 'mileage_in', 'price']],
])('a form offers %s what the first state of a record does not hide', (role, fields) => {
  const actor = actorWithRoles(model, [role])
  const session: SessionBody = {
    signUp: 'closed',
    signIn: [],
    sendsMail: false,
    revision: '1',
    held: [],
    person: { id: actor.person?.id ?? '', name: role, email: 'a@example.com', roles: actor.roles },
    roles: actor.roles,
    administrator: actor.administrator,
  }
  expect([...creatableNames(projectModel(model, actor, new Set()), session, 'Trip')]).toEqual(fields)
})
