// What a call of the document does, step by step.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import type { Points } from './call-documents.ts'
import { call, callsOf, said, textOf } from './call-documents.ts'

describe('the steps of a call', () => {
  test('are the effects of point 4, with signing up, in and out', () => {
    const [found] = callsOf(
      call(
        'POST /api/articles/:slug/all of Article',
        [
          '1. `let others = Article.filter(a, a.author == me and a != article)`',
          '2. title = "x" if `others.count() > 0`',
          '3. article.title = upper(article.title)',
          '4. create Comment { article: article, author: me, body: "a" } unless exists',
          '5. update others { title: "y" }; delete comments',
          '6. for each o in others: add me to favorited_by',
          '7. try delete others otherwise refuse TAKEN',
          '8. notify author "{title} of {article.author.name}"',
          '9. send POST "https://example.com/{article.slug}" { title: title, shape: shape.short(article) }',
          '10. sign up "a@b.c" with "pass word" as { name: "A", username: "a" }',
          '11. sign in "a@b.c" with "pass word"',
          '12. sign out',
          '13. answer 204',
        ].join('\n'),
      ) + '### Shape short of Article\n\n| name | value |\n|---|---|\n| title | `title` |\n',
      { 8: '| code | status | message |\n|---|---|---|\n| TAKEN | 409 | {title} is taken. |\n' },
    )
    expect(found?.steps.map(({ kind }) => kind)).toEqual([
      'let',
      'set',
      'update',
      'create',
      'update',
      'delete',
      'for each',
      'try',
      'notify',
      'send',
      'sign up',
      'sign in',
      'sign out',
    ])
    expect(found?.answer).toEqual({ status: 204, as: 'json' })
  })

  test('do transitions, by names that may hold "on"', () => {
    const states =
      '### Article.status\n\n- starts: draft\n- ends: shown\n\n| state |\n|---|\n| draft |\n| shown |\n\n| transition | from | to | who |\n|---|---|---|---|\n| put on show | draft | shown | nobody |\n'
    const steps = '1. do put on show on article'
    expect(callsOf(call('POST /api/articles/:slug/show of Article', steps), { 4: states })[0]?.steps).toMatchObject([
      { kind: 'do', entity: 'Article', transition: 'put_on_show' },
    ])
    // Somebody does it now: a transition that nobody may do is no slip.
    expect(said(call('POST /api/articles/:slug/show of Article', steps), { 4: states })).toEqual([])
  })

  test('without a record at hand set none', () => {
    expect(said(call('POST /api/x', '1. title = "x"'))[0]).toMatch(/^expressions\/no-record-at-hand/)
    expect(said(call('POST /api/x', '1. add me to watchers'))[0]).toMatch(/^expressions\/no-record-at-hand/)
  })

  test('use the codes of point 8', () => {
    const errors = (code: string): Points => ({
      8: `| code | status | message |\n|---|---|---|\n| ${code} | 409 | No. |\n`,
    })
    const steps = call('POST /api/x', '1. try refuse TAKEN otherwise let a = 1')
    expect(said(steps, errors('TAKEN'))).toEqual([])
    expect(said(steps, errors('OTHER'))).toEqual([
      expect.stringMatching(/^errors\/not-listed The code TAKEN/),
      expect.stringMatching(/^errors\/not-used .* OTHER/),
    ])
  })

  test('of which one is not shown are none', () => {
    expect(callsOf(call('POST /api/x', '1. not shown\n2. answer 200'))).toEqual([])
    expect(compile(textOf(call('POST /api/x', '1. not shown'))).unknowns.map(({ name }) => name)).toContain('A step')
  })

  test('that need a constant which is not shown do nothing, nor do those that build on them', () => {
    const limits = { 9: '| name | value |\n|---|---|\n| address | not shown |\n' }
    const [found] = callsOf(
      call('POST /api/x', '1. let a = limits.address\n2. let b = a\n3. send POST limits.address { a: 1 }'),
      limits,
    )
    expect(found?.steps).toEqual([])
  })
})

test('a GET that changes something is warned of', () => {
  expect(said(call('GET /api/x', '1. delete Comment.filter(c, c.author == me)\n2. answer 204'))).toEqual([
    expect.stringMatching(/^calls\/get-changes/),
  ])
})

test('transitions can neither sign in nor answer', () => {
  const states = (then: string): Points => ({
    4: `### Article.status\n\n- starts: a\n- ends: b\n\n| state |\n|---|\n| a |\n| b |\n\n| transition | from | to | who | then |\n|---|---|---|---|---|\n| go | a | b | everyone | ${then} |\n`,
  })
  for (const then of ['sign out', 'answer 200', 'sign in "a" with "b"'])
    expect(said('none.', states(then)), then).toEqual([expect.stringMatching(/^states\/only-in-calls/)])
})
