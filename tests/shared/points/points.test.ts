// What each point's notation means, in the forms that the shipped documents do not use.
import { describe, expect, test } from 'vitest'
import { readDocument } from '#shared/document/read-document.ts'
import type { Declarations, NotShown } from '#shared/points/declarations.ts'
import { readDeclarations } from '#shared/points/read-declarations.ts'

/** A document in which only these points are shown. */
function read(points: { readonly [point: number]: string }) {
  const sections = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
    (point) => `## ${point}. Point\n\n${points[point] ?? 'not shown.'}\n`,
  )
  const { document, diagnostics } = readDocument(`# Specification: A\n\n${sections.join('\n')}`)
  const { declarations, diagnostics: more } = readDeclarations(document)
  const problems = [...diagnostics, ...more].filter((diagnostic) => diagnostic.severity !== 'note')
  return { declarations, problems: problems.map((diagnostic) => `${diagnostic.code}: ${diagnostic.message}`) }
}

/** Fragments as their text, spans left out. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === 'span' || key === 'grantsHeader') return undefined
      return inner !== null && typeof inner === 'object' && 'gaps' in inner && 'value' in inner ? inner.value : inner
    }),
  )
}

function shown<K extends keyof Declarations>(
  points: { readonly [point: number]: string },
  key: K,
): Exclude<Declarations[K], NotShown> {
  const { declarations, problems } = read(points)
  expect(problems).toEqual([])
  return declarations[key] as Exclude<Declarations[K], NotShown>
}

const ENTITY =
  '### Ticket\n\n| field | type |\n|---|---|\n| status | one of new, open |\n\n### Line\n\n| field | type |\n|---|---|\n| open | yes/no |\n'

describe('point 2', () => {
  test('sections of fields are divided by dashes or nested bullets', () => {
    const screens =
      '| Screens | route | shows |\n|---|---|---|\n| A | /a | form for Ticket |\n| B | /b | FORM for `Ticket` |\n'
    const details =
      '\n### A\n\n- fields: a, b, ---, c\n\n### b\n\n- fields:\n  - Who: d, e\n  - f\n  - Where\n    - g\n'
    const { screens: list } = shown({ 2: screens + details }, 'screens')
    expect(plain(list.map((screen) => screen.details?.fields))).toEqual([
      [{ fields: ['a', 'b'] }, { fields: ['c'] }],
      [{ title: 'Who', fields: ['d', 'e'] }, { fields: ['f'] }, { title: 'Where', fields: ['g'] }],
    ])
  })

  test('tiles take their clauses in any order, and may be links', () => {
    const tiles =
      '| tile | shows |\n|---|---|\n| a | sum of Invoice.total as line by month of issued_at where `a by b` |\n| b | [All](/tickets) |\n| c | table of Ticket sort due_at descending first 3 where `x` |'
    const { screens } = shown(
      { 2: `| route | screen | shows |\n|---|---|---|\n| /a | A | dashboard |\n\n### A\n\n${tiles}` },
      'screens',
    )
    expect(plain(screens[0]?.details?.tiles?.map((tile) => tile.shows))).toEqual([
      {
        kind: 'measure',
        measure: 'sum',
        entity: 'Invoice',
        field: 'total',
        where: 'a by b',
        by: { field: 'issued_at', unit: 'month' },
        as: 'line',
      },
      { kind: 'link', label: 'All', to: '/tickets' },
      { kind: 'table', entity: 'Ticket', where: 'x', sort: [{ field: 'due_at', descending: true }], first: 3 },
    ])
  })

  test('lists are prose on a page, and nowhere else', () => {
    const list = '\n### A\n\nWrite it down.\n\n1. What\n2. Why,\n   and when\n'
    const table = (what: string): string => `| route | screen | shows |\n|---|---|---|\n| /a | A | ${what} |\n`
    const { screens } = shown({ 2: table('page') + list }, 'screens')
    expect(screens[0]?.details?.prose.map(({ markdown }) => markdown)).toEqual([
      'Write it down.',
      '1. What\n2. Why, and when',
    ])
    expect(read({ 2: table('dashboard') + list }).problems).toEqual([
      'points/misplaced: An ordered list carries no meaning here; it is not read.',
    ])
  })

  test('a screen for none is for nobody', () => {
    const { screens } = shown(
      { 2: '| route | screen | shows | for |\n|---|---|---|---|\n| /a | A | page | none |\n| /b | B | page | - |' },
      'screens',
    )
    expect(plain(screens.map((screen) => screen.for))).toEqual([
      [{ kind: 'word', word: 'nobody' }],
      [{ kind: 'word', word: 'everyone' }],
    ])
  })
})

describe('point 3', () => {
  const types = (...written: string[]) => {
    const rows = written.map((type, index) => `| f${index} | ${type} |`).join('\n')
    const { entities } = shown({ 3: `### Leave request\n\n| field | type |\n|---|---|\n${rows}` }, 'entities')
    return plain(entities[0]?.fields.map((field) => field.type))
  }

  test('types in all their forms', () => {
    expect(
      types(
        'Long Text',
        'decimal (2)',
        'one of (under review, XL)',
        'several of a, "b c"',
        'sequence',
        'sequence per f0',
        'slug',
      ),
    ).toEqual([
      { kind: 'long text' },
      { kind: 'decimal', scale: 2 },
      {
        kind: 'one of',
        words: [
          { word: 'under_review', label: 'under review' },
          { word: 'XL', label: 'XL' },
        ],
      },
      {
        kind: 'several of',
        words: [
          { word: 'a', label: 'a' },
          { word: 'b_c', label: 'b c' },
        ],
      },
      { kind: 'sequence' },
      { kind: 'sequence', per: 'f0' },
      { kind: 'slug' },
    ])
  })

  test('relations by the written name of their entity', () => {
    expect(
      types(
        'Leave request',
        'several LeaveRequest (as parts)',
        'Person, cleared when deleted',
        'Person (as leaves), deleted with it',
      ),
    ).toEqual([
      { kind: 'relation', many: false, entity: 'Leave request', whenDeleted: 'refuse' },
      {
        kind: 'relation',
        many: true,
        entity: 'LeaveRequest',
        as: { label: 'parts', identifier: 'parts' },
        whenDeleted: 'refuse',
      },
      { kind: 'relation', many: false, entity: 'Person', whenDeleted: 'clear' },
      {
        kind: 'relation',
        many: false,
        entity: 'Person',
        as: { label: 'leaves', identifier: 'leaves' },
        whenDeleted: 'delete',
      },
    ])
  })

  test('limits in all their forms', () => {
    const cell =
      'unique per team and year, 1..`limits.most`, pattern "^[A-Z]{2,3}$", at most 5, 10 MB each, types pdf, .PNG, indexed, write once, hidden'
    const { entities } = shown(
      { 3: `### A\n\n| field | type | limits |\n|---|---|---|\n| a | files | ${cell} |` },
      'entities',
    )
    expect(plain(entities[0]?.fields[0]?.limits)).toEqual({
      unique: { per: ['team', 'year'] },
      min: { value: '1' },
      max: { value: 'limits.most' },
      pattern: { source: '^[A-Z]{2,3}$' },
      atMost: { count: 5 },
      eachSize: { bytes: 10_485_760 },
      types: { words: ['pdf', 'png'] },
      indexed: true,
      searchable: false,
      writeOnce: true,
      hidden: true,
    })
  })

  test('only backticks make a default an expression; none may be a word', () => {
    const { entities } = shown(
      {
        3: '### A\n\n| field | type | default |\n|---|---|---|\n| a | one of none, b | none |\n| b | date | `today` |\n| c | text | - |',
      },
      'entities',
    )
    expect(plain(entities[0]?.fields.map((field) => field.default))).toEqual([
      { kind: 'literal', text: 'none' },
      { kind: 'expression', text: 'today' },
      null,
    ])
  })

  test('what a cell does not show is an unknown by its name, and nothing is built from an entity not shown', () => {
    const { declarations, problems } = read({
      3: '### A\n\n| field | type | required |\n|---|---|---|\n| a | tbd | to be decided |\n\n### B\n\nNot shown.',
    })
    expect(problems).toEqual([])
    expect(declarations.unknowns.filter((unknown) => unknown.point === 3).map((unknown) => unknown.name)).toEqual([
      'A.a',
      'A.a: required',
      'B',
    ])
    expect(
      'entities' in declarations.entities && declarations.entities.entities.map((entity) => entity.name.label),
    ).toEqual(['A'])
  })

  test('settings of an entity', () => {
    const { entities } = shown(
      {
        3: `${ENTITY}\n- plural: Lines of it\n- only one: Yes\n- history: not kept\n- deleted: to trash for 2 weeks\n- unique: team, name\n- order: a, b descending`,
      },
      'entities',
    )
    expect(plain(entities[1])).toMatchObject({
      plural: 'Lines of it',
      onlyOne: true,
      history: 'not kept',
      deleted: { kind: 'trash', days: 14 },
      unique: [{ fields: ['team', 'name'] }],
      order: [
        { field: 'a', descending: false },
        { field: 'b', descending: true },
      ],
    })
  })
})

describe('point 4', () => {
  const transition = (cells: string, more = '') => {
    const table = `| transition | from | to | who | when | asks | then | after | otherwise |\n|---|---|---|---|---|---|---|---|---|\n${cells}`
    return (
      shown({ 3: ENTITY, 4: `### Ticket.status\n\n- starts: new\n\n${table}\n${more}` }, 'states').workflows[0]
        ?.transitions ?? []
    )
  }
  const effects = (then: string) =>
    plain(transition(`| go | any | stay | nobody | | | ${then} | | |\n| put on hold | any | stay | nobody |`)[0]?.then)

  test('effects in all their forms', () => {
    expect(
      effects(
        'create Line { ticket: this, text: "a; b" } unless exists; update lines.filter(l, l.open) { open: false }',
      ),
    ).toEqual([
      {
        kind: 'create',
        entity: 'Line',
        fields: [
          { name: 'ticket', value: 'this' },
          { name: 'text', value: '"a; b"' },
        ],
        unlessExists: true,
      },
      { kind: 'update', set: 'lines.filter(l, l.open)', fields: [{ name: 'open', value: 'false' }] },
    ])
    expect(
      effects(
        'do put on hold on children { reason: "x" }; do close on parent; delete lines; add me to watchers; remove `me` from watchers',
      ),
    ).toEqual([
      { kind: 'do', transition: 'put on hold', on: 'children', input: [{ name: 'reason', value: '"x"' }] },
      { kind: 'do', transition: 'close', on: 'parent', input: [] },
      { kind: 'delete', set: 'lines' },
      { kind: 'add', item: 'me', field: 'watchers' },
      { kind: 'remove', item: 'me', field: 'watchers' },
    ])
    expect(
      effects(
        'send POST "https://a.b/c" { n: number }; refuse LATE if `due_at < now`; restart timer first answer; `a = b ? 1 : 2 if c == "if"`',
      ),
    ).toEqual([
      { kind: 'send', method: 'POST', url: ['https://a.b/c'], payload: '{ n: number }' },
      { kind: 'refuse', code: 'LATE', if: 'due_at < now' },
      { kind: 'restart', timer: 'first answer' },
      { kind: 'set', field: 'a', value: 'b ? 1 : 2', if: 'c == "if"' },
    ])
    expect(
      effects(
        'for each l in lines: do close on l if l.open; try do close on parent otherwise notify me “Not {number}”',
      ),
    ).toEqual([
      {
        kind: 'forEach',
        variable: 'l',
        set: 'lines',
        effect: { kind: 'do', transition: 'close', on: 'l', input: [], if: 'l.open' },
      },
      {
        kind: 'try',
        effect: { kind: 'do', transition: 'close', on: 'parent', input: [] },
        otherwise: { kind: 'notify', who: 'me', message: ['Not ', { expression: 'number' }] },
      },
    ])
  })

  test('effects may stand as a list below the name of their transition', () => {
    const [row] = transition(
      '| take over | any | stay | Agent | | | `a = 1` | | |',
      '\n#### Take over\n\n1. `b = 2`\n2. notify me "Done"\n',
    )
    expect(row?.then.map((effect) => effect.kind)).toEqual(['set', 'set', 'notify'])
  })

  test('a new input starts at its name', () => {
    const [row] = transition(
      '| go | any | stay | Agent | | reason: long text required, kind: one of fix, work around, who: several Person optional | | | |',
    )
    expect(plain(row?.asks)).toMatchObject([
      { name: { identifier: 'reason' }, type: { kind: 'long text' }, required: true },
      {
        name: { identifier: 'kind' },
        type: { kind: 'one of', words: [{ word: 'fix' }, { word: 'work_around' }] },
        required: false,
      },
      { name: { identifier: 'who' }, type: { kind: 'relation', many: true, entity: 'Person' }, required: false },
    ])
  })

  test('who, from, to and after', () => {
    const rows = transition(
      '| a | new record | open, new | Approver and not the one who did submit, `me == owner` | | | | 7 days | |\n| b | Any | STAY | none | | | | every 3 days from `created_at`, at most 5 times | |\n| c | new | open | - | | | | at `due_at` | |',
    )
    expect(plain(rows.map(({ from, to, who, after }) => ({ from, to, who, after })))).toEqual([
      {
        from: 'new record',
        to: ['open', 'new'],
        after: { kind: 'duration', value: '7 days' },
        who: [
          { kind: 'notTheOneWhoDid', who: { kind: 'role', role: 'Approver' }, transition: 'submit' },
          { kind: 'condition', condition: 'me == owner' },
        ],
      },
      {
        from: 'any',
        to: 'stay',
        who: [],
        after: { kind: 'every', period: '3 days', from: 'created_at', atMost: 5 },
      },
      { from: ['new'], to: ['open'], who: [], after: { kind: 'at', moment: 'due_at' } },
    ])
  })

  test('a transition whose condition is not shown is not built', () => {
    const { declarations, problems } = read({
      3: ENTITY,
      4: '### Ticket.status\n\n| transition | from | to | who | when |\n|---|---|---|---|---|\n| a | new | open | Agent | not shown |\n| b | tbd | open | Agent | |\n| c | new | open | unknown | |\n\n#### a\n\n1. `status = "new"`\n',
    })
    expect(problems).toEqual([])
    const workflows = 'workflows' in declarations.states ? declarations.states.workflows : []
    expect(plain(workflows[0]?.transitions)).toMatchObject([{ name: { label: 'c' }, who: [] }])
    expect(declarations.unknowns.filter((unknown) => unknown.point === 4).map((unknown) => unknown.name)).toEqual([
      'a: when',
      'b: from',
      'c: who',
    ])
  })

  test('fields bound to states, timers and events', () => {
    const text =
      '### Ticket.status\n\n| field | new | open | role |\n|---|---|---|---|\n| a | hidden | Read-only | Agent |\n\n| timer | runs in | lasts | then |\n|---|---|---|---|\n| first answer | new, open | 4 hours | notify me "Late" |\n\n### Line\n\n| transition | when | then |\n|---|---|---|\n| open changed | `open` | `open = false` |\n'
    const states = shown({ 3: ENTITY, 4: text }, 'states')
    expect(plain(states.workflows[0]?.fieldStates)).toEqual([
      { field: 'a', state: 'new', says: 'hidden', role: 'Agent' },
      { field: 'a', state: 'open', says: 'read only', role: 'Agent' },
    ])
    expect(plain(states.workflows[0]?.timers)).toMatchObject([
      { name: { identifier: 'first_answer' }, runsIn: ['new', 'open'], lasts: '4 hours' },
    ])
    expect(plain(states.events)).toMatchObject([
      { entity: 'Line', event: 'changed', field: 'open', when: 'open', then: [{ kind: 'set' }] },
    ])
  })
})

describe('points 5 to 9', () => {
  test('rules in all their forms', () => {
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
        otherwise: 'Taken.',
      },
      { target: { entity: 'Ticket', transition: 'resolve' }, must: { kind: 'no circle', along: 'parent' } },
      { must: { kind: 'at most', count: '3', per: ['requester'] }, otherwise: 'X' },
    ])
  })

  test('half a grant grants nothing', () => {
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
        fields: { kind: 'all' },
      },
    ])
  })

  test('a column of grants that nothing knows is an error: it might have narrowed them', () => {
    expect(read({ 6: '| role | entity | may | when |\n|---|---|---|---|\n| A | B | read | `x` |' }).problems).toEqual([
      expect.stringMatching(/^points\/unread-column/),
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

  test('values of constants by their form', () => {
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
      { kind: 'decimal', value: '0.12' },
      { kind: 'decimal', value: '0.025' },
      { kind: 'boolean', value: true },
      {
        kind: 'list',
        items: [
          { kind: 'text', value: 'a' },
          { kind: 'text', value: 'b' },
        ],
      },
      { kind: 'text', value: '7 days' },
      { kind: 'duration', milliseconds: 86_400_000 },
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
