// What people read in place of a condition's code.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { describeCondition } from '#shared/decisions/conditions/describe-condition.ts'

const documentWith = (condition: string, language: string) => `# Desk

## 1. What the product does and for whom
not shown.
## 2. Screens and routes
not shown.
## 3. Entities and their fields
### Ticket
| field | type | value |
|---|---|---|
| subject | text | |
| description | long text | |
| status | one of new, open, waiting | |
| priority | one of low, high | |
| internal | yes/no | |
| amount | decimal(2) | |
| double | computed decimal(2) | \`amount + amount\` |
| due_at | date and time | |
| solved_at | date and time | |
| assignee | Person | |
| helpers | several Person (as helped_tickets) | |
| team | Team | |
### Team
| field | type |
|---|---|
| name | text |
| lead | Person |
### Comment
| field | type |
|---|---|
| ticket | Ticket |
| author | Person |
| team | Team |
## 4. States and transitions
not shown.
## 5. Validation rules
| rule | entity | must hold |
|---|---|---|
| The rule | Ticket | \`${condition}\` |
## 6. Roles and permissions
| role | is |
|---|---|
| Agent | works |
## 7. The calls it makes
not shown.
## 8. The error catalogue
not shown.
## 9. Business constants and limits
| name | value | from |
|---|---|---|
| language | ${language} | |
| grace | 7 days | |
| most | 2,500.00 | |
| rate | 10.00 | |
| rate | 12.00 | 2030-01-01 |
| part | 12 % | |
`

function said(condition: string, language = 'en'): string | undefined {
  const { model, diagnostics } = compile(documentWith(condition, language))
  if (model === undefined) throw new Error(diagnostics.find(({ severity }) => severity === 'error')?.message)
  const must = model.entities.get('Ticket')?.rules[0]?.must
  return must?.kind === 'hold' ? describeCondition(model, must.condition.tree, { written: must.condition }) : undefined
}

describe('in English', () => {
  test.each([
    ['assignee == me', 'you are its assignee'],
    ['me != assignee', 'you are not its assignee'],
    ['team.lead == me', 'you are the lead of its team'],
    ['me in helpers', 'you are among its helpers'],
    ['not (me in helpers)', 'you are not among its helpers'],
    ['assignee in helpers', 'assignee is among helpers'],
    ['not (assignee in helpers)', 'assignee is not among helpers'],
    ['assignee.id != team.lead.id', 'its assignee is not the lead of its team'],
    ['me.is("Agent")', 'you have the role Agent'],
    ['not me.is("Agent")', 'you do not have the role Agent'],
    ['status in ["open", "waiting"]', 'status is open or waiting'],
    ['not (status in ["open", "waiting"])', 'status is not open or waiting'],
    ['size(description) >= 40', 'description has at least 40 characters'],
    ['40 <= size(description)', 'description has at least 40 characters'],
    ['due_at > created_at', 'due is after created'],
    ['now < solved_at + limits.grace', 'now is before solved plus 7 days'],
    ['assignee == null', 'assignee is empty'],
    ['not internal', 'internal is no'],
    ['amount <= 100.00', 'amount is at most 100.00'],
    ['double <= 100.00', 'double is at most 100.00'],
    ['amount <= limits.most', 'amount is at most 2,500.00'],
    ['amount <= limits.rate', 'amount is at most rate'],
    ['amount <= limits.part', 'amount is at most 12%'],
    ['comments.count() > 2', 'this record has more than 2 comments'],
    ['comments.count() > 0', 'this record has comments'],
    ['comments.exists(c, c.author == me)', 'there is at least one among its comments for which you are its author'],
    [
      'comments.exists(c, c.author == me) and internal',
      '(there is at least one among its comments for which you are its author) and internal is yes',
    ],
    [
      'not comments.exists(c, c.author == me) and internal',
      '(there is none among its comments for which you are its author) and internal is yes',
    ],
    [
      'internal and comments.exists(c, c.author == me) and assignee != null',
      '(internal is yes and there is at least one among its comments for which you are its author) and assignee is filled in',
    ],
    [
      'comments.all(c, c.author == assignee or team.comments.exists(d, d.author == c.author))',
      'each of its comments meets this: author is the assignee of this ticket or there is at least one among the comments of the team of this ticket for which author is the author of the comment',
    ],
    [
      'priority != "high" or (internal and assignee != null)',
      'priority is not high or (internal is yes and assignee is filled in)',
    ],
  ])('%s', (condition, words) => {
    expect(said(condition)).toBe(words)
  })

  test('what can’t be said well is left to the document’s own words', () => {
    expect(said('subject.matches("^[a-z]+$")')).toBe(undefined)
  })
})

test.each([
  ['assignee == me', 'Sie sind als „Assignee“ eingetragen'],
  ['status in ["open", "waiting"]', 'Status ist „Open“ oder „Waiting“'],
  ['size(description) >= 40', 'Description hat mindestens 40 Zeichen'],
  ['not (me in helpers)', 'Sie stehen nicht unter „Helpers“'],
  ['assignee in helpers', 'Assignee steht unter Helpers'],
  ['not me.is("Agent")', 'Sie haben nicht die Rolle Agent'],
  [
    'comments.exists(c, c.author == me)',
    'für mindestens einen Eintrag unter „Comments“ gilt: Sie sind als „Author“ eingetragen',
  ],
])('in German: %s', (condition, words) => {
  expect(said(condition, 'de')).toBe(words)
})

test.each([
  ['en', 'you have the role Agent and the last to do “hand in” was somebody else'],
  ['de', 'Sie haben die Rolle Agent und „hand in“ hat zuletzt jemand anders ausgeführt'],
])('four eyes are said by the name of the transition (%s)', (language, words) => {
  const states = `### Ticket.status
- starts: new

| transition | from | to | who |
|---|---|---|---|
| hand in | new | open | everyone |
| agree | open | waiting | Agent and not the one who did hand in |
`
  const text = documentWith('internal', language).replace('not shown.\n## 5.', `${states}## 5.`)
  const { model, diagnostics } = compile(text)
  if (model === undefined) throw new Error(diagnostics.find(({ severity }) => severity === 'error')?.message)
  const who = model.entities.get('Ticket')?.transitions.get('agree')?.rows[0]?.who[0]
  expect(who?.kind === 'condition' && describeCondition(model, who.condition.tree, { written: who.condition })).toBe(
    words,
  )
})
