// What a call of the document answers: bodies, shapes, and what all answers have in common.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { compileDocument, sayDiagnostics } from '../../../helpers/compile-document.ts'
import type { Points } from './call-documents.ts'
import { call, callsOf, json, printed, said, textOf } from './call-documents.ts'

describe('an answer', () => {
  test('is JSON with expressions, where the names of all steps are known', () => {
    const body =
      '{ "a": "`found.count()`", "b": [1, "text", null, true], "c": { "d": "`found.map(a, shape.short(a))`" }, "e": "`\\"q\\" + text(1)`" }'
    const [found] = callsOf(
      call('GET /api/x', `1. let found = Article.filter(a, a.tags.count() > 0)\n2. answer 201${json(body)}`) +
        '### Shape short of Article\n\n| name | value |\n|---|---|\n| title | `title` |\n',
    )
    expect(found?.answer?.status).toBe(201)
    expect(printed(found?.answer?.body)).toEqual({
      a: '= input.found.count()',
      b: [1, 'text', null, true],
      c: { d: '= input.found.map(a, shape.short(a))' },
      e: '= "q" + text(1)',
    })
  })

  test('may stand below its step, indented', () => {
    const [found] = callsOf(
      call('GET /api/x', '1. answer 200\n\n   ```json\n   { "a": "`now`",\n     "b": "`today`" }\n   ```'),
    )
    expect(printed(found?.answer?.body)).toEqual({ a: '= now', b: '= today' })
  })

  test('as a calendar is made of what lasts', () => {
    const agenda = (value: string): string =>
      call('GET /api/agenda', `1. answer 200 as calendar${json(`"\`${value}\`"`)}`)
    expect(said(agenda("Booking.filter(b, b.room == 'a')"))).toEqual([])
    expect(said(agenda('Comment.filter(c, c.author == me)'))).toEqual([expect.stringMatching(/^calls\/no-events/)])
  })

  test.each([
    ['{ "a": "`foud.count()`" }', 'expressions/unknown-name'],
    ['{ "a": 1, }', 'calls/bad-json'],
    ['{ "a": 1, "a": 2 }', 'calls/duplicate-member'],
    ['{ "a": "`Article.filter(a, a.titel == 1)`" }', 'expressions/unknown-member'],
    ["{ 'a': 1 }", 'calls/bad-json'],
    ['[01]', 'calls/bad-json'],
    ['{ "a": "`shape.none(me)`" }', 'expressions/unknown-shape'],
  ])('of which something is wrong is told at its place: %s', (body, code) => {
    const text = textOf(call('POST /api/x', `1. answer 200${json(body)}`))
    const [first] = sayDiagnostics(text, compile(text), ['error'])
    expect(first).toContain(` ${code} `)
    expect(Number(first?.split(':')[0])).toBe(text.slice(0, text.indexOf(body)).split('\n').length)
  })
})

describe('a shape', () => {
  const article =
    '### Shape article of Article\n\n| name | value |\n|---|---|\n| title | `title` |\n| author | `shape.profile(author)` |\n\n'
  const profile =
    '### Shape profile of Person\n\n| name | value |\n|---|---|\n| username | `username` |\n| token | `session.token` |\n\n'

  test('is found however its name is written', () => {
    const late = '### Shape late article of Article\n\n| name | value |\n|---|---|\n| title | `title` |\n'
    for (const name of ['late_article', 'lateArticle'])
      expect(
        said(late + call('GET /api/x', `1. let a = Article.map(a, shape.${name}(a))\n2. answer 200`)),
        name,
      ).toEqual([])
  })

  test('shows others, and takes the lines of another first', { tags: 'reference/shapes' }, () => {
    const long = '### Shape long of Article\n\n- as: article\n\n| name | value |\n|---|---|\n| tags | `tags` |\n'
    const { shapes } = compileDocument(textOf(article + profile + long))
    expect(shapes.get('long')?.entries.map(({ name }) => name)).toEqual(['title', 'author', 'tags'])
    expect(shapes.get('article')?.entries[1]?.value.tree.type).toEqual({
      kind: 'object',
      fields: { username: { kind: 'text' }, token: { kind: 'text' } },
    })
  })

  test('shows no circle, no other entity’s lines and no name twice', () => {
    const back =
      '### Shape profile of Person\n\n| name | value |\n|---|---|\n| articles | `articles.map(a, shape.article(a))` |\n'
    expect(said(article + back)[0]).toMatch(/^expressions\/circular-value .* the shape/)
    expect(said(`${profile}### Shape a of Article\n\n- as: profile\n`)).toEqual([
      expect.stringMatching(/^calls\/shape-of-other/),
    ])
    expect(
      said(
        `${article}${profile}### Shape b of Article\n\n- as: article\n\n| name | value |\n|---|---|\n| title | \`slug\` |\n`,
      ),
    ).toEqual([expect.stringMatching(/^calls\/duplicate-shape-name/)])
    expect(said(`### Shape a of Article\n\n- as: a\n`)[0]).toMatch(/^expressions\/circular-value/)
  })

  test('has a type wherever it is read, and is not run elsewhere', () => {
    const rule = (condition: string): Points => ({
      5: `| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| A rule | Article | \`${condition}\` | "No." |\n`,
    })
    expect(said(article + profile, rule('shape.article(this).title == "a"'))).toEqual([])
    expect(said(article + profile, rule('shape.article(this).titel == "a"'))[0]).toMatch(/^expressions\/unknown-member/)
  })
})

describe('what point 7 says of all answers', () => {
  test('is linked: the body of errors, the word before a token, and origins', () => {
    const settings = '- token: Token\n- cors: https://App.example.com, http://localhost:3000\n- answers:\n'
    const body =
      '{ "errors": { "body": "`errors.map(e, e.field + e.message)`", "of": "`entity`", "status": "`status`", "code": "`code`", "all": "`message`" } }'
    const { callSettings } = compileDocument(textOf(settings + json(body)))
    expect(callSettings).toMatchObject({ token: 'Token', cors: ['https://app.example.com', 'http://localhost:3000'] })
    expect(printed(callSettings.answers)).toMatchObject({ errors: { status: '= input.status' } })
    expect(said(`- answers:${json('{ "a": "`errrs`" }')}`)[0]).toMatch(/^expressions\/unknown-name .*/)
    expect(compileDocument(textOf('- answers: problem details\n')).callSettings).toEqual({ token: 'Bearer', cors: [] })
  })
})
