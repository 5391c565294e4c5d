// What linking makes of phrases that the helpdesk does not use.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { placesOfCause } from '#shared/diagnostics/gather-repeated.ts'
import { prepareTransition } from '#shared/decisions/4-states.ts'
import { anonymous, makeActor } from '#shared/policy/actor.ts'
import { makeEvaluator } from '#shared/decisions/evaluator.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../helpers/compile-document.ts'
import { entityOf } from '../../apps/decide.ts'
import { makeReadPolicy } from '#shared/policy/read-policy.ts'

const ISSUES = `
### Project

| field | type |
|---|---|
| name | text |
| lead | Person |

### Issue

| field | type | value |
|---|---|---|
| title | text | |
| project | Project | |
| hours | integer | |
| done | integer | |
| left | computed integer | \`hours - done\` |
| late | computed yes/no | \`left > 10 and project.name != "x"\` |
`
const rows = (
  model: ReturnType<typeof compileDocument>,
  entity: string,
  roles: readonly string[] = [],
): string | boolean => {
  const found = makeReadPolicy(model, entity, makeActor(model, { id: 'p', roles })).rows
  return typeof found === 'boolean' ? found : printExpression(found)
}

describe('roles that follow from a relation', () => {
  const model = compileDocument(
    documentOf({
      3: ISSUES,
      6: '| role | is | of | who |\n|---|---|---|---|\n| Lead | leads a project | Project; Issue by project | `lead == me` |\n\n| role | entity | may |\n|---|---|---|\n| Lead | Project, Issue | read |\n',
    }),
  )

  test('are conditions on the record, and on the records that lead to it', () => {
    expect(rows(model, 'Project')).toBe('lead == me')
    expect(rows(model, 'Issue')).toBe('project.lead == me')
    expect(makeReadPolicy(model, 'Issue', anonymous).rows).toBe(false)
  })

  test('say nothing of an entity that they do not name', () => {
    const text = documentOf({
      3: ISSUES,
      6: '| role | is | of | who |\n|---|---|---|---|\n| Lead | leads a project | Project | `lead == me` |\n\n| role | entity | may |\n|---|---|---|\n| Lead | Issue | read |\n',
    })
    expect(sayDiagnostics(text, compile(text), ['error'])).toEqual([
      expect.stringContaining('Nothing says who is Lead of a record of Issue.'),
    ])
  })
})

describe('computed fields and named conditions', () => {
  const model = compileDocument(
    documentOf({
      3: ISSUES,
      5: '| word | entity | means |\n|---|---|---|\n| heavy | Issue | `hours > 40` |\n\n| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| Light | Issue | `not heavy` | "Too heavy." |\n| Early | Issue | `not late` | "Too late." |\n',
      6: '| role | entity | may | where |\n|---|---|---|---|\n| everyone | Issue | read | `heavy` |\n| everyone | Project | read | `issues.exists(i, i.heavy and i.left > 1)` |\n',
    }),
  )

  test('are put in place of their names, wherever these stand', () => {
    expect(rows(model, 'Issue')).toBe('hours > 40')
    expect(rows(model, 'Project')).toBe('issues.exists(i, i.hours > 40 and i.left > 1)')
  })

  test('a field that depends only on its own row has a column, another one has none', () => {
    const { fields } = entityOf(model, 'Issue')
    expect(fields.get('left')?.computed?.stored).toBe(true)
    expect(fields.get('late')?.computed?.stored).toBe(false)
    expect(printExpression(fields.get('late')?.computed?.expression.tree ?? entityOf(model, 'Issue').title.tree)).toBe(
      'hours - done > 10 and project.name != "x"',
    )
  })

  test('a rule knows the fields behind them', () => {
    expect(entityOf(model, 'Issue').rules.map((rule) => [...rule.reads].sort())).toEqual([
      ['hours'],
      ['done', 'hours', 'project'],
    ])
  })
})

describe('fields that a state requires', () => {
  const model = compileDocument(
    documentOf({
      3: '### Room\n\n| field | type |\n|---|---|\n| name | text |\n| reason | text |\n',
      4: '### Room.status\n\n- starts: open\n- ends: shut\n\n| state | meaning |\n|---|---|\n| open | |\n| shut | |\n\n| transition | from | to | who |\n|---|---|---|---|\n| shut | open | shut | everyone |\n\n| field | Open | SHUT |\n|---|---|---|\n| Reason | | required |\n',
      6: '| role | entity | may |\n|---|---|---|\n| everyone | Room | read |\n',
    }),
  )
  const room = entityOf(model, 'Room')

  test('are required there, however their names are written, and asked for by the transition that leads there', () => {
    const { required } = room.fields.get('reason') ?? { required: false }
    expect(typeof required === 'object' ? required.text : required).toBe('status == "shut"')
    const row = room.transitions.get('shut')?.rows[0]
    expect(row?.asks.map((ask) => [ask.name.identifier, ask.required])).toEqual([['reason', false]])
    expect(
      row?.then.map((effect) => (effect.kind === 'set' ? `${effect.field} = ${effect.value.text}` : effect.kind)),
    ).toEqual(['reason = coalesce(input.reason, reason)'])
  })

  test('the state field is made from its states, and stands before the standard fields', () => {
    expect([...room.fields.keys()].slice(0, 4)).toEqual(['name', 'reason', 'status', 'id'])
    expect(room.fields.get('status')).toMatchObject({ workflow: true, type: { kind: 'one of' } })
  })
})

describe('rows of one transition', () => {
  const model = compileDocument(
    documentOf({
      3: '### Loan\n\n| field | type |\n|---|---|\n| amount | integer |\n',
      4: '### Loan.status\n\n- starts: asked\n- ends: granted, checked\n\n| state | meaning |\n|---|---|\n| asked | |\n| checked | |\n| granted | |\n\n| transition | from | to | who | when |\n|---|---|---|---|---|\n| approve | asked | granted | everyone | `amount < 100` |\n| approve | asked | checked | everyone | |\n',
      6: '| role | entity | may |\n|---|---|---|\n| everyone | Loan | read |\n',
    }),
  )

  test('are one, and the first row that fits applies', () => {
    const loan = entityOf(model, 'Loan')
    const transition = loan.transitions.get('approve')
    expect(transition?.rows).toHaveLength(2)
    const actor = makeActor(model, { id: 'p', roles: [] })
    const to = (amount: number) => {
      const evaluate = makeEvaluator({
        this: { id: 'l', amount, status: 'asked' },
        me: actor.person,
        now: '',
        timeZone: 'UTC',
        limits: {},
      })
      const decision =
        transition &&
        prepareTransition(model, loan, transition, actor).decide({
          record: { status: 'asked' },
          evaluate,
          input: 'given',
        })
      return decision?.allowed === true ? decision.to : decision
    }
    expect([to(50), to(500)]).toEqual([['granted'], ['checked']])
  })
})

describe('what this version does not run', () => {
  test('never widens a right: a condition that can’t be run lets nobody in', () => {
    const text = documentOf({
      3: '### Room\n\n| field | type |\n|---|---|\n| name | text |\n',
      4: '### Room.status\n\n| state |\n|---|\n| free |\n\n| timer | runs in | lasts | then |\n|---|---|---|---|\n| first | free | 2 hours | |\n',
      6: '| role | entity | may | where |\n|---|---|---|---|\n| everyone | Room | read | `session.token != null` |\n',
    })
    const { model } = compile(text)
    expect(model && entityOf(model, 'Room').grants).toEqual([])
  })
})

describe('a list of which it is not shown what it holds', () => {
  const kindOf = (where: string, more = ''): string | undefined => {
    const screens = `| route | screen | shows |\n|---|---|---|\n| /issues | Issues | table of Issue |\n\n### Issues\n\n- where: ${where}\n`
    const { screens: linked } = compileDocument(documentOf({ 2: screens, 3: `${ISSUES}${more}` }))
    return 'screens' in linked ? linked.screens[0]?.shows.kind : undefined
  }

  test('does not become a list of all', () => {
    expect(kindOf('not shown')).toBe('not shown')
    expect(kindOf('`weight > 3`', '| weight | not shown | |\n')).toBe('not shown')
    expect(kindOf('`hours > 3`')).toBe('table')
    expect(kindOf('none')).toBe('table')
  })
})

describe('a constant that is not shown', () => {
  const text = documentOf({
    3: '### Room\n\n| field | type | default |\n|---|---|---|\n| till | date and time | `now + limits.grace` |\n',
    4: '### Room.status\n\n- starts: free\n- ends: shut\n\n| state | meaning |\n|---|---|\n| free | |\n| shut | |\n\n| transition | from | to | who | when | then |\n|---|---|---|---|---|---|\n| shut | free | shut | everyone | `now < till + limits.grace` | |\n| end | free | shut | everyone | | `till = now + limits.grace` |\n',
    5: '| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| Late | Room | `till > now + limits.grace` | "Late." |\n',
    6: '| role | entity | may | where |\n|---|---|---|---|\n| everyone | Room | read | |\n| everyone | Room | update | `till > now - limits.grace` |\n',
    9: '| name | value |\n|---|---|\n| grace | not shown |\n',
  })
  const compiled = compile(text)
  const room = compiled.model && entityOf(compiled.model, 'Room')

  test('is no error, and every sentence that needs it is named', () => {
    expect(sayDiagnostics(text, compiled, ['error'])).toEqual([])
    expect(compiled.diagnostics.filter(({ severity }) => severity === 'note').flatMap(placesOfCause)).toHaveLength(5)
    expect(compiled.unknowns.map((unknown) => unknown.name)).toContain('grace')
  })

  test('allows nothing, refuses nothing and does nothing', () => {
    expect(room?.transitions.get('shut')?.rows[0]?.who).toEqual([])
    expect(room?.transitions.get('end')?.rows[0]?.then).toEqual([])
    expect(room?.rules).toEqual([])
    expect(room?.grants.map((grant) => grant.may)).toEqual([['read']])
    expect(room?.fields.get('till')?.default).toBeUndefined()
  })
})
