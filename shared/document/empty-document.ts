// Makes an empty document: nine points not shown, each with its form in a comment.
import type { PointNumber } from './document.ts'
import { POINT_TITLES, POINTS } from './point-titles.ts'

/** Comments are not read, so this document is sound as it stands, with nine unknowns. */
export function emptyDocument(name: string): string {
  const points = POINTS.map(
    (point) => `## ${point}. ${POINT_TITLES[point]}\n\nnot shown.\n\n<!--\n${FORMS[point]}\n-->\n`,
  )
  return [
    `# Specification: ${name}\n`,
    'Say in a sentence or two what this application is.\n',
    `<!--\n${HOW}\n-->\n`,
    ...points,
  ].join('\n')
}

const HOW = `Fill in what you know and take "not shown." away;
write "none." where it is known that there is nothing.
What stands between these marks is not read:
it shows the form of each point, with an example.
In the studio, "Add" writes parts for you, and "Help" explains them.
The same help is in shared/help: begin with ten-minutes.md.`

const FORMS: { readonly [point in PointNumber]: string } = {
  1: `Who needs it, and what for? Sentences.

| audience | comes to |
|---|---|
| Member | borrow a tool |`,
  2: `| route | screen | shows | for |
|---|---|---|---|
| /tools | Tools | table of Tool | everyone |
| /tools/:id | Tool | record of Tool | everyone |
| /new | New tool | form for Tool | Keeper |`,
  3: `### Tool

Something that can be borrowed.

| field | type | required | default | limits |
|---|---|---|---|---|
| name | text | yes | | max 80 |
| kind | one of garden, workshop | yes | garden | |
| owner | Person (as tools) | yes | \`me\` | |`,
  4: `### Tool.status

- starts: offered
- ends: gone

| state | meaning |
|---|---|
| offered | It can be borrowed |
| lent | Somebody has it |
| gone | No longer ours |

| transition | from | to | who | when | asks | then | otherwise |
|---|---|---|---|---|---|---|---|
| lend | offered | lent | Keeper | | borrower: Person required | notify input.borrower "Fetch {name}" | |
| take back | lent | offered | Keeper | | | | |
| give away | offered | gone | \`owner == me\` | | | | |`,
  5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| Names say something | Tool | \`size(name) >= 3\` | NAME_TOO_SHORT | name |`,
  6: `- sign-up: open, as Member
- sign-in: password

| role | is | includes |
|---|---|---|
| Member | a neighbour | |
| Keeper | looks after the tools | Member |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Member | Tool | read | | all |
| Keeper | Tool | everything | | all |
| Member, Keeper | Person | read | | name |`,
  7: `The standard calls need no line here. Others: a heading for each, as "### GET /api/late-tools".`,
  8: `| code | status | message |
|---|---|---|
| NAME_TOO_SHORT | 422 | {name} says too little. |`,
  9: `| name | value | meaning |
|---|---|---|
| time zone | Europe/Berlin | |
| currency | EUR | |`,
}
