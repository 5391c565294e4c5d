// What the notation of point 4 means, in the forms that the shipped documents do not use.
import { describe, expect, test } from 'vitest'
import { ENTITY, plain, read, shown } from '../read-points.ts'

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
        effects: [{ kind: 'do', transition: 'close', on: 'l', input: [], if: 'l.open' }],
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
      '| take over | any | stay | Agent | | | | | |',
      '\n#### Take over\n\n1. `b = 2`\n2. notify me "Done"\n',
    )
    expect(row?.then.map((effect) => effect.kind)).toEqual(['set', 'notify'])
  })

  test('a new input starts at its name', { tags: 'reference/what-a-transition-asks' }, () => {
    const [row] = transition(
      '| go | any | stay | Agent | | reason: long text required, kind: one of fix, work around, who: several Person optional | | | |',
    )
    expect(plain(row?.asks)).toMatchObject([
      { name: { identifier: 'reason' }, type: { kind: 'long text' }, required: true },
      {
        name: { identifier: 'kind' },
        type: { kind: 'one of', words: [{ word: 'fix' }, { word: 'work_around' }] },
      },
      { name: { identifier: 'who' }, type: { kind: 'relation', many: true, entity: 'Person' }, required: false },
    ])
  })

  test.each([
    'text required max 20 default "x {name}"',
    'text max 20 default "x {name}" required',
    'text default "x {name}" max 20, required',
    'text, default "x {name}", required, max 20',
    'text default “x {name}” required max 20',
  ])('what an input says may stand in any order: %s', (said) => {
    const [row] = transition(`| go | any | stay | Agent | | why: ${said} | | | |`)
    const [why] = plain(row?.asks) as readonly { readonly default: { readonly text: string } }[]
    expect(why).toMatchObject({
      type: { kind: 'text' },
      required: true,
      limits: { max: {} },
      default: { kind: 'literal' },
    })
    expect(why?.default.text.slice(1, -1)).toBe('x {name}')
  })

  test('words and signs in quotes or code begin nothing', () => {
    const [row] = transition(
      '| go | any | stay | Agent | | a: text default "at most 3, required" max 9, b: date default `max(today, due)`, c: one of min, max | | | |',
    )
    expect(plain(row?.asks)).toMatchObject([
      { type: { kind: 'text' }, default: { text: '"at most 3, required"' }, limits: { max: {} } },
      { type: { kind: 'date' }, default: { kind: 'expression', text: 'max(today, due)' } },
      { type: { kind: 'one of', words: [{ word: 'min' }, { word: 'max' }] } },
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
        after: { kind: 'every', period: '3 days', from: 'created_at', atMost: '5' },
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
      '### Ticket.status\n\n| field | new | open | role |\n|---|---|---|---|\n| a | hidden | Read-only | Agent |\n| b, c | hidden | | |\n\n| timer | runs in | lasts | then |\n|---|---|---|---|\n| first answer | new, open | 4 hours | notify me "Late" |\n\n### Line\n\n| transition | when | then |\n|---|---|---|\n| open changed | `open` | `open = false` |\n'
    const states = shown({ 3: ENTITY, 4: text }, 'states')
    expect(plain(states.workflows[0]?.fieldStates)).toEqual([
      { field: 'a', state: 'new', says: 'hidden', role: 'Agent' },
      { field: 'a', state: 'open', says: 'read only', role: 'Agent' },
      { field: 'b', state: 'new', says: 'hidden' },
      { field: 'c', state: 'new', says: 'hidden' },
    ])
    expect(plain(states.workflows[0]?.timers)).toMatchObject([
      { name: { identifier: 'first_answer' }, runsIn: ['new', 'open'], lasts: '4 hours' },
    ])
    expect(plain(states.events)).toMatchObject([
      { entity: 'Line', event: 'changed', field: 'open', when: 'open', then: [{ kind: 'set' }] },
    ])
  })
})
