// Who may make a call of the document under which rules, what goes out, and a whole application that speaks in its own calls.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../../helpers/compile-document.ts'
import type { Points } from './call-documents.ts'
import { ENTITIES, ROLES, call, callsOf, said, takes, textOf } from './call-documents.ts'

describe('a rule on a call', () => {
  const post = call(
    'POST /api/posts',
    `${takes('| article.title | body | text | yes | |\n| day | query | date | | |')}1. answer 204`,
  )
  const rule = (line: string): Points => ({
    5: `| rule | entity | must hold | otherwise | on |\n|---|---|---|---|---|\n| A rule | ${line} |\n`,
  })

  test('is a condition on what the call is given', () => {
    const [found] = callsOf(
      post,
      rule('POST /api/posts | `input.article.title != "x" and day > today` | "No." | article.title'),
    )
    expect(found?.rules).toMatchObject([{ name: 'A rule', on: ['article.title'], otherwise: { message: ['No.'] } }])
  })

  test.each([
    ['POST /api/psts | `true` | "No." |', 'calls/unknown-call'],
    ['POST /api/articles | `true` | "No." |', 'calls/rule-on-standard-call'],
    ['POST /api/posts | `input.title == "x"` | "No." |', 'expressions/unknown-input'],
    ['POST /api/posts | `day > today` | "No." | dya', 'calls/unknown-input'],
    ['POST /api/posts | at most 2 per day | "No." |', 'calls/rule-of-records'],
  ])('of which something is wrong is told: %s', (line, code) => {
    expect(said(post, rule(line))[0]).toContain(`${code} `)
  })

  test('is unknown where point 7 is not shown', () => {
    const text = documentOf({ 3: ENTITIES, 6: ROLES, ...rule('POST /api/posts | `true` | "No." |') })
    expect(sayDiagnostics(text, compile(text), ['error'])).toEqual([])
  })
})

describe('who may make a call', () => {
  test('is a role, also by relation to the record, or a condition', () => {
    const [found] = callsOf(
      '### POST /api/articles/:slug/x of Article\n\n- who: Editor, Author, `article.title == "a"`\n\n1. answer 204\n',
    )
    expect(
      found?.who.map((who) => (who.kind === 'condition' ? printExpression(who.condition.tree) : who.kind)),
    ).toEqual(['role', 'author == me', 'input.article.title == "a"'])
  })

  test('is no role that follows from a record where the path finds none', () => {
    expect(said('### POST /api/x\n\n- who: Author\n\n1. answer 204\n')).toEqual([
      'roles/role-elsewhere Author follows from a record, and none is at hand here.',
    ])
  })

  test('is nobody where nothing says so, which is warned of', () => {
    expect(said('### GET /api/x\n\n1. answer 200\n')).toEqual([expect.stringMatching(/^calls\/call-by-nobody/)])
    expect(said('| call | who |\n|---|---|\n| GET /api/x | not shown |\n\n### GET /api/x\n\n1. answer 200\n')).toEqual(
      [],
    )
  })

  test('stands in the overview or at the heading, and the two agree', () => {
    const overview = (line: string): string => `| call | who | does |\n|---|---|---|\n| ${line} |\n\n`
    expect(said(overview('GET /api/x | Editor | x') + '### GET /api/x\n\n1. answer 200\n')).toEqual([])
    expect(said(overview('GET /api/x | Editor | x') + call('GET /api/x', '1. answer 200'))[0]).toMatch(
      /^calls\/heading-differs/,
    )
    expect(said(overview('GET /api/y | Editor | x') + call('GET /api/x', '1. answer 200'))[0]).toMatch(
      /^calls\/call-without-steps/,
    )
  })
})

describe('an outgoing call', () => {
  const row = (line: string): string => `| when | method | url | payload |\n|---|---|---|---|\n| ${line} |\n`

  test('follows creation, change and deletion, with what it sends of the record', () => {
    const { outgoing } = compileDocument(
      textOf(
        row(
          'Article created | POST | https://example.com/{slug} | `{"title": title}` |\n| Article.title changed | PUT | https://example.com | `{"was": old.title}` |\n| Comment deleted | | https://example.com | ',
        ),
      ),
    )
    expect(outgoing.map(({ entity, when, method, url }) => [entity, when, method, url.length])).toEqual([
      ['Article', { kind: 'created' }, 'POST', 2],
      ['Article', { kind: 'changed', field: 'title' }, 'PUT', 1],
      ['Comment', { kind: 'deleted' }, 'POST', 1],
    ])
  })

  test.each([
    ['Article.publish | POST | https://example.com | ', 'names/unknown-member Article has no transition "publish".'],
    ['Article.titel changed | POST | https://example.com | ', 'names/unknown-member Article has no field "titel".'],
    ['Artcle created | POST | https://example.com | ', 'names/unknown There is no entity "Artcle".'],
    ['Article created | POST | https://example.com | `{"t": titel}`', 'expressions/unknown-name'],
    ['Article created | POST | `author` | ', 'calls/not-an-address'],
    ['Article created | POST | ftp://example.com | ', 'calls/bad-url'],
  ])('of which something is wrong is told: %s', (line, expected) => {
    expect(said(row(line))[0]).toContain(expected)
  })
})

test('a whole application can speak in calls of its own', () => {
  const text = readFileSync(new URL('own-calls.md', import.meta.url), 'utf8')
  const { calls, shapes, outgoing, callSettings } = compileDocument(text)
  expect([calls.length, shapes.size, outgoing.length, callSettings.token]).toEqual([13, 4, 2, 'Token'])
  const codes = sayDiagnostics(text, compile(text), ['warning']).map((line) => line.split(' ')[1])
  expect(codes).toEqual(['calls/asks-unreadable'])
})
