// The document of the tests of files: fields that one may read and another not, inputs, a call, and somebody without any right.
import { documentOf } from '../../../helpers/compile-document.ts'

export const FILES_DOCUMENT = documentOf({
  3: `### Case

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | |
| scan | file | | 1 MB, types pdf, txt |
| papers | files | | at most 3, 2 MB each |
| photo | image | | 1 MB |
| secret | file | | |
| signed | file | | |
| stage | one of open, closed | | |
| extra | json | | |

### Copy

| field | type |
|---|---|
| of | Case |
| scan | file |
`,
  4: `### Case.stage

- starts: open
- ends: closed

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| sign | open | stay | Clerk | contract: file required | \`signed = input.contract\` |
| copy | open | stay | Clerk | | \`create Copy { of: this, scan: this.secret }\` |
| close | open | closed | Clerk | | |
`,
  6: `- sign-in: password

| role | is |
|---|---|
| Clerk | keeps cases |
| Guest | sees some |
| Stranger | has nothing to do with files |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Case | read | | all except secret |
| Clerk | Case | create | | all except secret, signed |
| Clerk | Case | update, delete, restore | \`stage == "open"\` | all except secret, signed |
| Clerk | Copy | read, create, delete | | all |
| Guest | Case | read | \`name == "shown"\` | name, scan |
| Stranger | Case | read | | name |
| everyone | Person | read | | name |
`,
  7: `### POST /api/hand-in

- who: Clerk

| takes | in | type | required |
|---|---|---|---|
| name | body | text | yes |
| paper | body | file | yes |

1. \`create Case { name: input.name, scan: input.paper }\`
2. answer 201
`,
  9: `| name | value |
|---|---|
| upload size | 3 MB |
| storage per person | 8 MB |
`,
})

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
