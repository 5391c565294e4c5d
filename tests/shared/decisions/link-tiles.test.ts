// A tile that links to a screen of others is not shown: it would lead to the 404 page.
// @module-tag reference/dashboards
import { expect, test } from 'vitest'
import { projectModel } from '#shared/decisions/project-model.ts'
import { actorWithRoles } from '#shared/policy/actor.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const model = compileDocument(
  documentOf({
    2: `| route | screen | shows | for |
|---|---|---|---|
| / | Start | dashboard | everyone |
| /open | Open | table of Item | everyone |
| /closed | Closed | table of Item | Keeper |

### Start

| tile | shows |
|---|---|
| Ours | [the open ones](/open?q=a) |
| Theirs | [the closed ones](/closed?q=a) |
| Elsewhere | [the shop](https://example.com/closed) |
| Me | [my account](/account) |`,
    3: '### Item\n\n| field | type |\n|---|---|\n| name | text |\n',
    6: `| role | is |
|---|---|
| Keeper | keeps |
| Guest | looks |

| role | entity | may |
|---|---|---|
| everyone | Item | read |
`,
  }),
)

const tilesOf = (role: string): readonly string[] => {
  const { screens } = projectModel(model, actorWithRoles(model, [role]))
  const [start] = 'screens' in screens ? screens.screens : []
  return start?.tiles?.map(({ name }) => name) ?? []
}

test('a link to a screen is shown to those who may open it', () => {
  expect(tilesOf('Keeper')).toEqual(['Ours', 'Theirs', 'Elsewhere', 'Me'])
  expect(tilesOf('Guest')).toEqual(['Ours', 'Elsewhere', 'Me'])
})
