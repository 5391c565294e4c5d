// What a call of the document is given: the records that its path finds, and what it takes.
import { describe, expect, test } from 'vitest'
import { ENTITIES, ROLES, call, callsOf, said, takes } from './call-documents.ts'

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
    expect(said(twice)).toEqual([expect.stringMatching(/^calls\/duplicate-call/)])
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
    ['1. let limit = 1', 'taken'],
    ['1. let me = 1', 'reserved'],
    ['1. let a = limit + "x"', 'wrong-operands'],
  ])('what is wrong in "%s" is told: %s', (steps, code) => {
    expect(said(call('POST /api/posts', body + steps))).toEqual([expect.stringContaining(`/${code} `)])
  })

  test('takes no word of the language away: what is called "now" stands only behind "input"', () => {
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
      /^entities\/wrong-value/,
    )
    expect(
      said(call('GET /api/posts', `${takes('| limit | query | integer | no | `today` |')}1. answer 200`))[0],
    ).toMatch(/^expressions\/wrong-type/)
  })
})
