// Calls of the document's own: what their paths find, what their steps know, what they answer, and what is wrong with them.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { printExpression } from '#shared/expressions/print.ts'
import type { Call, Json } from '#shared/model/7-calls-types.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../helpers/compile-document.ts'

const ENTITIES = `
### Person

| field | type | limits |
|---|---|---|
| username | text | unique |
| follows | several Person (as followers) | |

### Article

| field | type | required |
|---|---|---|
| title | text | yes |
| slug | slug of title | |
| author | Person (as articles) | yes |
| tags | list of text | no |
| favorited_by | several Person (as favorites) | no |

### Comment

| field | type | required |
|---|---|---|
| article | Article, deleted with it | yes |
| author | Person (as comments) | yes |
| body | long text | yes |

### Booking

| field | type |
|---|---|
| room | text |
| starts_at | date and time |
| ends_at | date and time |
`

const ROLES = `
| role | is | of | who |
|---|---|---|---|
| Editor | edits | | |
| Author | writes | Article | \`author == me\` |

| role | entity | may |
|---|---|---|
| everyone | Article, Comment, Booking, Person | everything |
`

type Points = { readonly [point: number]: string }

function textOf(calls: string, points: Points = {}): string {
  return documentOf({ 3: ENTITIES, 6: ROLES, 7: calls, ...points })
}

function callsOf(calls: string, points: Points = {}): readonly Call[] {
  return compileDocument(textOf(calls, points)).calls
}

/** What is said beside the notes on what is not run. */
function said(calls: string, points: Points = {}): readonly string[] {
  const text = textOf(calls, points)
  return sayDiagnostics(text, compile(text), ['error', 'warning'])
    .map((line) => line.split(' ').slice(1).join(' '))
    .filter((line) => !line.startsWith('document/'))
}

const json = (value: string): string => `\n\n\`\`\`json\n${value}\n\`\`\`\n`
const call = (heading: string, body: string): string => `### ${heading}\n\n- who: everyone\n\n${body}\n\n`
const takes = (rows: string): string => `| takes | in | type | required | default |\n|---|---|---|---|---|\n${rows}\n\n`

function printed(template: Json | undefined): unknown {
  switch (template?.kind) {
    case 'object':
      return Object.fromEntries(template.members.map(({ name, value }) => [name, printed(value)]))
    case 'list':
      return template.items.map(printed)
    case 'literal':
      return template.value
    case 'expression':
      return `= ${printExpression(template.expression.tree)}`
  }
  return undefined
}

describe('the path of a call', () => {
  test('finds records by unique fields, parents before the one that "of" names', () => {
    const [found] = callsOf(call('DELETE /api/articles/:slug/comments/:id of Comment', '1. delete comment'), {})
    expect(found?.finds).toEqual([
      { parameter: 'slug', entity: 'Article', field: 'slug', name: 'article' },
      {
        parameter: 'id',
        entity: 'Comment',
        field: 'id',
        name: 'comment',
        within: { record: 'article', field: 'article' },
      },
    ])
    expect(found?.of).toBe('comment')
  })

  test('need not hold the name of the entity', () => {
    const [found] = callsOf(call('POST /api/profiles/:username/follow of Person', '1. add person to me.follows'))
    expect(found?.finds).toEqual([{ parameter: 'username', entity: 'Person', field: 'username', name: 'person' }])
    expect(found?.steps).toMatchObject([{ kind: 'add', field: 'follows', of: { entity: 'Person' } }])
  })

  test('gives its parameters as inputs, of the types of their fields or as text', () => {
    const [found] = callsOf(
      call('GET /api/days/:day/articles/:slug', takes('| day | path | date | | |') + '1. answer 200'),
    )
    expect(found?.takes.map(({ name, type, required }) => [name, type?.kind, required])).toEqual([
      ['slug', 'slug', true],
      ['day', 'date', true],
    ])
  })

  test('is the document’s own: neither the system’s, nor twice, nor in place of a standard call unsaid', () => {
    expect(said(call('GET /api/system/late', '1. answer 200'))).toEqual([expect.stringMatching(/^calls\/system-path/)])
    expect(said(call('GET /late', '1. answer 200'))).toEqual([expect.stringMatching(/^calls\/bad-path/)])
    for (const taken of [
      'GET /api/articles',
      'PATCH /api/articles/:slug',
      'GET /api/comments/:id/history',
      'GET /api/people/username/:x',
    ])
      expect(said(call(taken, '1. answer 200')), taken).toEqual([expect.stringMatching(/^calls\/hides-standard-call/)])
    const twice = call('GET /api/a/:x', '1. answer 200') + call('GET /api/a/:y', '1. answer 200')
    expect(said(twice)).toEqual([expect.stringMatching(/^calls\/doubled-call/)])
    // A fixed segment wins over a parameter.
    expect(said(call('GET /api/articles/feed', '1. answer 200'))).toEqual([])
  })

  test('must say which record it means', () => {
    expect(said(call('GET /api/late/:day of Article', '1. answer 200'))).toEqual([
      expect.stringMatching(/^calls\/finds-no-record .* does not say which Article/),
    ])
  })
})

describe('what a call takes', () => {
  const body = takes(
    '| article.title | body | text | yes | |\n| article.tagList | body | list of text | no | |\n| limit | query | integer | no | 20 |\n| since | query | date | no | `today` |\n| X-Trace | header | text | no | |',
  )
  const [found] = callsOf(
    call(
      'POST /api/posts',
      `${body}1. let title = input.article.title + text(limit)\n2. let given = input.article\n3. let traced = x_trace\n`,
    ),
  )

  test('is typed, with the names that JSON has, and its defaults', () => {
    expect(
      found?.takes.map(({ name, written, in: place, required, default: given }) => [
        name,
        written,
        place,
        required,
        given?.kind,
      ]),
    ).toEqual([
      ['article.title', 'article.title', 'body', true, undefined],
      ['article.tagList', 'article.tagList', 'body', false, undefined],
      ['limit', 'limit', 'query', false, 'literal'],
      ['since', 'since', 'query', false, 'expression'],
      ['x_trace', 'X-Trace', 'header', false, undefined],
    ])
  })

  test('stands in steps bare, behind "input", and whole', () => {
    const values = found?.steps.flatMap((step) => (step.kind === 'let' ? [step.value.tree.type] : []))
    expect(values).toEqual([
      { kind: 'text' },
      { kind: 'object', fields: { title: { kind: 'text' }, tagList: { kind: 'list', of: { kind: 'text' } } } },
      { kind: 'text' },
    ])
  })

  test.each([
    ['1. let a = input.article.titel', 'unknown-member'],
    ['1. let a = input.artcle.title', 'unknown-input'],
    ['1. let a = limt', 'unknown-name'],
    ['1. let limit = 1', 'doubled-name'],
    ['1. let me = 1', 'reserved-name'],
    ['1. let a = limit + "x"', 'wrong-operands'],
  ])('what is wrong in "%s" is told: %s', (steps, code) => {
    expect(said(call('POST /api/posts', body + steps))).toEqual([expect.stringContaining(`/${code} `)])
  })

  test('takes no word of the language away: what is called "now" stands behind "input" alone', () => {
    const [found] = callsOf(
      call('GET /api/x', `${takes('| now | query | text | no | |')}1. let a = now\n2. let b = input.now\n`),
    )
    expect(found?.steps.map((step) => (step.kind === 'let' ? step.value.tree.type.kind : ''))).toEqual([
      'timestamp',
      'text',
    ])
  })

  test('may be a record whose entity has the name of such a word: the inner name hides the outer one', () => {
    const sessions = `${ENTITIES}\n### Session\n\n| field | type |\n|---|---|\n| topic | text |\n`
    const roles = ROLES.replace('Booking, Person', 'Booking, Person, Session')
    const steps = '1. let a = session.topic\n'
    expect(said(call('POST /api/sessions/:id/x of Session', steps), { 3: sessions, 6: roles })).toEqual([])
  })

  test('has defaults of its types', () => {
    expect(said(call('GET /api/posts', `${takes('| limit | query | integer | no | many |')}1. answer 200`))[0]).toMatch(
      /^model\/wrong-value/,
    )
    expect(
      said(call('GET /api/posts', `${takes('| limit | query | integer | no | `today` |')}1. answer 200`))[0],
    ).toMatch(/^expressions\/wrong-type/)
  })
})

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
    expect(said(call('POST /api/x', '1. title = "x"'))[0]).toMatch(/^model\/no-record-at-hand/)
    expect(said(call('POST /api/x', '1. add me to watchers'))[0]).toMatch(/^model\/no-record-at-hand/)
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

  test('that need a constant which is not shown do nothing, and what they name is empty', () => {
    const limits = { 9: '| name | value |\n|---|---|\n| address | not shown |\n' }
    const [found] = callsOf(
      call('POST /api/x', '1. let a = limits.address\n2. let b = a\n3. send POST limits.address { a: 1 }'),
      limits,
    )
    expect(found?.steps.map(({ kind }) => kind)).toEqual(['let'])
  })
})

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
    ['{ "a": 1, "a": 2 }', 'calls/doubled-member'],
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

  test('shows others, and takes the lines of another first', () => {
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
    expect(said(article + back)[0]).toMatch(/^model\/circular-value .* the shape/)
    expect(said(`${profile}### Shape a of Article\n\n- as: profile\n`)).toEqual([
      expect.stringMatching(/^calls\/shape-of-other/),
    ])
    expect(
      said(
        `${article}${profile}### Shape b of Article\n\n- as: article\n\n| name | value |\n|---|---|\n| title | \`slug\` |\n`,
      ),
    ).toEqual([expect.stringMatching(/^calls\/doubled-shape-name/)])
    expect(said(`### Shape a of Article\n\n- as: a\n`)[0]).toMatch(/^model\/circular-value/)
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
    expect(found?.rules).toMatchObject([{ name: 'A rule', on: ['article.title'], otherwise: { message: 'No.' } }])
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
      'model/role-elsewhere Author follows from a record, and none is at hand here.',
    ])
  })

  test('is nobody where nothing says so, which is warned of', () => {
    expect(said('### GET /api/x\n\n1. answer 200\n')).toEqual([expect.stringMatching(/^calls\/nobody-may/)])
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
    ['Article.publish | POST | https://example.com | ', 'model/unknown-member Article has no transition "publish".'],
    ['Article.titel changed | POST | https://example.com | ', 'model/unknown-member Article has no field "titel".'],
    ['Artcle created | POST | https://example.com | ', 'model/unknown-name There is no entity "Artcle".'],
    ['Article created | POST | https://example.com | `{"t": titel}`', 'expressions/unknown-name'],
    ['Article created | POST | `author` | ', 'model/not-an-address'],
    ['Article created | POST | ftp://example.com | ', 'calls/bad-url'],
  ])('of which something is wrong is told: %s', (line, expected) => {
    expect(said(row(line))[0]).toContain(expected)
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

test('a whole application can speak in calls of its own', () => {
  const text = readFileSync(new URL('own-calls.md', import.meta.url), 'utf8')
  const { calls, shapes, outgoing, callSettings } = compileDocument(text)
  expect([calls.length, shapes.size, outgoing.length, callSettings.token]).toEqual([13, 4, 2, 'Token'])
  const codes = sayDiagnostics(text, compile(text), ['warning']).map((line) => line.split(' ')[1])
  expect(codes).toEqual(['calls/hides-standard-call', 'calls/hides-standard-call'])
})
