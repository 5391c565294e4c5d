// Conditions that point 5 names once: members of their entity, wherever an expression stands.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { prepareRules } from '#shared/decisions/5-rules.ts'
import { makeActor } from '#shared/policy/actor.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../helpers/compile-document.ts'
import { entityOf } from '../../apps/decide.ts'
import { makeReadPolicy } from '#shared/policy/read-policy.ts'

const POINT_3 = `
### Paper

| field | type | value |
|---|---|---|
| title | text | |
| authors | several Person (as papers) | |
| pages | integer | |
| open | computed yes/no | \`not conflict and long\` |

### Review

| field | type |
|---|---|
| paper | Paper |
| reviewer | Person (as written_reviews) |
`
const WORDS =
  '| conflict | Paper | `authors.exists(a, a == me) or reviews.exists(r, r.own)` |\n| long | Paper | `pages > 20` |\n| own | Review | `reviewer == me` |'

function point5(words: string, rules = ''): string {
  return `\n| word | entity | means |\n|---|---|---|\n${words}\n\n| rule | entity | must hold | otherwise |\n|---|---|---|---|\n${rules}\n`
}

function documentWith(words: string, rules: string, where = 'own'): string {
  const grants = `\n| role | entity | may | where |\n|---|---|---|---|\n| everyone | Review | read | \`${where}\` |\n`
  return documentOf({ 3: POINT_3, 5: point5(words, rules), 6: grants })
}

function errors(words: string, where = 'true'): readonly string[] {
  const text = documentWith(words, '', where)
  return sayDiagnostics(text, compile(text), ['error'])
}

describe('a word for a condition', () => {
  const model = compileDocument(
    documentWith(WORDS, '| Fair | Review | `not paper.conflict` | "Your own." |', 'paper.long and not paper.conflict'),
  )

  test('is read of the record, and through relations', () => {
    expect(prepareRules(entityOf(model, 'Review')).map(({ node }) => printExpression(node))).toEqual([
      'not (paper.authors.exists(a, a == me) or paper.reviews.exists(r, r.reviewer == me))',
    ])
    const { rows } = makeReadPolicy(model, 'Review', makeActor(model, { id: 'p', roles: [] }))
    expect(typeof rows === 'object' && printExpression(rows)).toBe(
      'paper.pages > 20 and not (paper.authors.exists(a, a == me) or paper.reviews.exists(r, r.reviewer == me))',
    )
  })

  test('may stand in another word, and in a computed field', () => {
    const open = entityOf(model, 'Paper').fields.get('open')?.computed?.expression.tree
    expect(open && printExpression(open)).toBe(
      'not (authors.exists(a, a == me) or reviews.exists(r, r.reviewer == me)) and pages > 20',
    )
  })

  test('makes a rule read what it means', () => {
    const text = documentWith(WORDS, '| Short | Paper | `not long` | "Too long." |')
    expect(entityOf(compileDocument(text), 'Paper').rules[0]?.reads).toEqual(['pages'])
  })
})

describe('what is wrong with a word', () => {
  test('it depends on itself, used or not', () => {
    const circle =
      '| conflict | Paper | `reviews.exists(r, r.own)` |\n| long | Paper | `true` |\n| own | Review | `paper.conflict` |'
    expect(errors(circle)).toEqual([expect.stringContaining('depends on itself')])
    expect(errors(circle, 'own')).toEqual([expect.stringContaining('depends on itself')])
  })

  test('its meaning can’t be read, used or not', () => {
    const wrong = `${WORDS}\n| heavy | Paper | \`pags > 40\` |`
    expect(errors(wrong)).toEqual([expect.stringContaining('Nothing here has the name "pags".')])
  })

  test('its name is taken by a field, or by a relation backwards', () => {
    expect(errors(`${WORDS}\n| title | Paper | \`true\` |`)).toEqual([expect.stringContaining('"title"')])
    expect(errors(`${WORDS}\n| reviews | Paper | \`true\` |`)).toEqual([expect.stringContaining('"reviews"')])
  })
})
