// What the notation of points 5 to 9 means, in the forms that the shipped documents do not use.
import { describe, expect, test } from 'vitest'
import { plain, read, shown } from './read-points.ts'

describe('points 5 to 9', () => {
  test('rules in all their forms', { tags: 'reference/point-5-validation-rules' }, () => {
    const rows =
      '| a | Booking | no overlap of starts_at..ends_at per room and floor where `status != "off"` | "Taken." |\n| b | Ticket.resolve | no circle along `parent` | |\n| c | Ticket | at most 3 per requester | X |'
    expect(
      plain(shown({ 5: `| rule | entity | must hold | otherwise |\n|---|---|---|---|\n${rows}` }, 'rules').rules),
    ).toMatchObject([
      {
        target: { entity: 'Booking' },
        must: {
          kind: 'no overlap',
          from: 'starts_at',
          to: 'ends_at',
          per: ['room', 'floor'],
          where: 'status != "off"',
        },
        otherwise: { text: 'Taken.', message: ['Taken.'] },
      },
      { target: { entity: 'Ticket', transition: 'resolve' }, must: { kind: 'no circle', along: 'parent' } },
      { must: { kind: 'at most', count: '3', per: ['requester'] }, otherwise: { text: 'X' } },
    ])
  })

  test('names in rules are written as people write them', () => {
    const rows =
      '| a | Booking | No overlap of Starts at..Ends at per Room | |\n| b | Booking | no overlap of starts at to ends at | |'
    const { rules } = shown({ 5: `| rule | entity | must hold | otherwise |\n|---|---|---|---|\n${rows}` }, 'rules')
    expect(plain(rules)).toMatchObject([
      { must: { kind: 'no overlap', from: 'Starts at', to: 'Ends at', per: ['Room'] } },
      { must: { kind: 'no overlap', from: 'starts at', to: 'ends at', per: [] } },
    ])
  })

  test('words of headers may stand in the plural', () => {
    const { grants } = shown({ 6: '| Roles | Entities | May |\n|---|---|---|\n| A | B, C | read |' }, 'roles')
    expect(plain(grants)).toMatchObject([{ entities: ['B', 'C'], may: ['read'] }])
  })

  test('a grant of no fields says so', () => {
    const { grants } = shown(
      { 6: '| role | entity | may | fields |\n|---|---|---|---|\n| A | B | delete | None |' },
      'roles',
    )
    expect(plain(grants)).toMatchObject([{ fields: { kind: 'only', fields: [] } }])
  })

  test('administrators are among those who read the document and the sentence, whether they are named or not', () => {
    const { citations, document } = shown(
      { 6: '- citations: Administrators, Agent\n- document: Agent, administrators.\n' },
      'roles',
    )
    expect(plain([citations, document])).toEqual([['Agent'], ['Agent']])
  })

  test('half a grant grants nothing', { tags: 'reference/what-is-not-known' }, () => {
    const { declarations, problems } = read({
      6: '| role | entity | may | where | fields |\n|---|---|---|---|---|\n| A | B | read | not shown | all |\n| A | B | read | none | All except c, d |\n| except A, B | C | Everything | | |',
    })
    expect(problems).toEqual([])
    expect('grants' in declarations.roles && plain(declarations.roles.grants)).toEqual([
      {
        who: [{ kind: 'role', role: 'A' }],
        except: false,
        entities: ['B'],
        may: ['read'],
        createBy: [],
        fields: { kind: 'all except', fields: ['c', 'd'] },
      },
      {
        who: [
          { kind: 'role', role: 'A' },
          { kind: 'role', role: 'B' },
        ],
        except: true,
        entities: ['C'],
        may: ['everything'],
        createBy: [],
        fields: { kind: 'all' },
      },
    ])
  })

  test('a column of grants that nothing knows is an error: it might have narrowed them', () => {
    expect(read({ 6: '| role | entity | may | when |\n|---|---|---|---|\n| A | B | read | `x` |' }).problems).toEqual([
      expect.stringMatching(/^document\/unread-column/),
    ])
  })

  test('calls with what they take', () => {
    const { calls } = shown(
      {
        7: '### POST /api/articles/:slug/favorite of Article\n\n- who: everyone\n\nMarks it.\n\n| takes | in | type | required |\n|---|---|---|---|\n| article.title | body | text | Yes |\n\n1. `let a = 1`\n2. answer 204\n',
      },
      'calls',
    )
    expect(plain(calls)).toMatchObject([
      {
        method: 'POST',
        path: '/api/articles/:slug/favorite',
        of: 'Article',
        who: [{ kind: 'word', word: 'everyone' }],
        does: 'Marks it.',
        takes: [
          { name: 'article.title', identifier: 'article.title', in: 'body', type: { kind: 'text' }, required: true },
        ],
        steps: [{ kind: 'let', name: 'a', value: '1' }],
        answer: { status: 204, as: 'json' },
      },
    ])
  })

  test('a body of errors stands below its setting', () => {
    expect(
      plain(shown({ 7: '- answers:\n- token: "Token"\n\n```json\n{ "a": 1 }\n```\n' }, 'calls').settings),
    ).toMatchObject({ token: { word: 'Token' }, answers: { members: [{ name: 'a', value: { value: 1 } }] } })
  })

  test('values of constants by their form', { tags: 'reference/values' }, () => {
    const values = [
      '1,000',
      '2.50',
      '12 %',
      '2.5 %',
      'yes',
      'a, b',
      '"7 days"',
      'P1D',
      '2027-01-01',
      'https://a.b/c?d=e',
      'two words',
    ]
    const rows = values.map((value, index) => `| c${index} | ${value} |`).join('\n')
    const { limits } = shown({ 9: `| name | value |\n|---|---|\n${rows}` }, 'limits')
    expect(plain(limits.map((limit) => ('value' in limit.value ? limit.value.value : limit.value)))).toEqual([
      { kind: 'integer', value: 1000 },
      { kind: 'decimal', value: '2.50' },
      { kind: 'decimal', value: '0.12', isPercent: true },
      { kind: 'decimal', value: '0.025', isPercent: true },
      { kind: 'boolean', value: true },
      {
        kind: 'list',
        items: [
          { kind: 'text', value: 'a' },
          { kind: 'text', value: 'b' },
        ],
      },
      { kind: 'text', value: '7 days' },
      { kind: 'duration', milliseconds: 86_400_000, days: 1 },
      { kind: 'date', value: '2027-01-01' },
      { kind: 'text', value: 'https://a.b/c?d=e' },
      { kind: 'text', value: 'two words' },
    ])
  })

  test('"none." is known: a point without anything, and no warning', () => {
    const { declarations, problems } = read({ 5: 'none.' })
    expect(problems).toEqual([])
    expect(declarations.rules).toMatchObject({ rules: [] })
    expect(declarations.unknowns.map((unknown) => unknown.name)).not.toContain('Point 5')
  })
})
