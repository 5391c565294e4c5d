// What follows from a document has a number that rises with each change, so that a process of the release before leaves it.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPostgresSchema } from '../../../../server/storage/postgres/postgres-engine.ts'
import { placesOf } from '../../../../server/storage/schema/catalogue.ts'
import { OBJECTS, schemaObjects } from '../../../../server/storage/schema/schema-objects.ts'
import { planSchema } from '../../../../server/storage/schema/schema-plan.ts'
import { WORDS } from '../../../../server/storage/sqlite/sqlite-words.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'

/** Has each reason for an index. */
const DOCUMENT = documentOf({
  2: `
| route | screen | shows | for |
|---|---|---|---|
| / | Open tasks | table of Task | everyone |

### Open tasks

- where: status == "open"
- sort: due, name
`,
  3: `
### Label

| field | type | required |
|---|---|---|
| name | text | yes |

### Task

- order: due, name
- unique: name, owner

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | indexed, searchable |
| code | text | | unique |
| due | date | | indexed |
| size | one of small, large | | indexed |
| owner | Person | yes | |
| labels | several Label | | |

### Remark

- order: created_at

| field | type | required |
|---|---|---|
| task | Task | yes |
| text | text | yes |
| hidden | yes/no | yes |

### Step

- order: updated_at

| field | type | required |
|---|---|---|
| task | Task | yes |
`,
  4: `
### Task.status

- starts: open
- ends: done

| transition | from | to | who |
|---|---|---|---|
| finish | open | done | Worker |
`,
  5: `
| rule | entity | must hold | otherwise |
|---|---|---|---|
| Few open | Task | at most 5 per owner where status == "open" | Too many. |
`,
  6: `
- sign-in: password

| role | is |
|---|---|
| Worker | works |

| role | entity | may | where |
|---|---|---|---|
| Worker | Task | everything | \`owner == me\` |
| Worker | Remark | read | \`task.owner == me and not hidden\` |
| Worker | Step | read | \`task.owner == me\` |
`,
  9: `
| name | value | meaning |
|---|---|---|
| storage per person | 1 MB | |
`,
})

test('the indexes are those of their number: who changes them raises OBJECTS, and writes both here', () => {
  const model = compileDocument(DOCUMENT)
  const engine = createPostgresSchema(WORDS)
  const { catalogue } = planSchema({ entities: [], fields: [] }, model, engine.dialect)
  const definitions = schemaObjects(model, placesOf(catalogue, model), engine).map(({ definition }) => definition)
  const text = definitions.join('\n').replaceAll(process.versions['unicode'] ?? '', 'of this Node')
  const hash = createHash('sha256').update(text).digest('hex')
  expect({ number: OBJECTS, hash }).toEqual({
    number: 3,
    hash: 'ad3077f5b09f0a1790ef7d53bd2f1765e80247e473a447a77f08e879e4fffa33',
  })
})
