// Conditions in words, made from the typed expression.
import { expect, test } from 'vitest'
import { sayCondition } from '#shared/decisions/say-condition.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const said = (condition: string): string | undefined => {
  const model = compileDocument(
    documentOf({
      3: '### Ticket\n\n| field | type |\n|---|---|\n| subject | text |\n| urgent | yes/no |\n| hours | integer |\n| due on | date |\n| state of play | one of open, in work, done |\n| assignee | Person |\n| watchers | several Person (as watched) |\n| parent | Ticket (as children) |\n',
      5: `| rule | entity | must hold |\n|---|---|---|\n| A | Ticket | \`${condition}\` |\n`,
      6: '| role | is |\n|---|---|\n| Agent | solves |\n\n| role | entity | may |\n|---|---|---|\n| Agent | Ticket | everything |\n',
      9: '| name | value |\n|---|---|\n| most_hours | 8 |\n',
    }),
  )
  const must = model.entities.get('Ticket')?.rules[0]?.must
  return must?.kind === 'hold' ? sayCondition({ model }, must.condition.tree) : undefined
}

test.each([
  ['assignee == me', 'you are its assignee'],
  ['me != parent.assignee', 'you are not the parent’s assignee'],
  ['me in watchers', 'you are among its watchers'],
  ['me.is("Agent")', 'you are Agent'],
  ['state_of_play in ["open", "in_work"]', 'state of play is Open or In work'],
  ['not (state_of_play in ["open"])', 'state of play is not Open'],
  ['state_of_play == "done" and hours > 3', 'state of play is Done and hours is more than 3'],
  ['urgent and (hours >= 2 or subject == "x")', 'urgent is yes and (hours is at least 2 or subject is “x”)'],
  ['not urgent or hours <= limits.most_hours', 'urgent is no or hours is at most the most hours'],
  ['due_on == null or due_on > today', 'due on is empty or due on is after today'],
  ['size(subject) >= 40', 'the number of characters in subject is at least 40'],
  ['children.count() < 3', 'the number of children is less than 3'],
  ['children.exists(c, c.urgent)', undefined],
  ['assignee == me and children.exists(c, c.urgent)', undefined],
])('%s', (condition, words) => {
  expect(said(condition)).toBe(words)
})
