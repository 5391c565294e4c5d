// Examples of a document come true or not, and say where a story turns.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { runDocument } from '../../../server/document/current-document.ts'
import { runExamples } from '../../../server/sandbox/run-examples.ts'
import { examplesOf, readHelp, saidOf, withFragment } from '../../help/examples.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const library = examplesOf(readHelp('reference')).find(({ says }) => says === '')?.text ?? ''

/** Runs the examples of a text; gives the problem of each, or "holds". */
async function run(text: string): Promise<readonly string[]> {
  const { model } = compile(text)
  if (model === undefined) throw new Error(saidOf(text).join('\n'))
  const results = await runExamples(runDocument('test.md', text, model))
  return results.map(({ failure }) => (failure ? `${failure.cite.text} → ${failure.problem}` : 'holds'))
}

const withExample = (steps: readonly string[]): string =>
  withFragment(library, {
    line: 1,
    says: '4',
    text: `### Example: a story\n\n${steps.map((step, at) => `${at + 1}. ${step}`).join('\n')}\n`,
  })

describe('the examples of the help', { tags: 'reference/examples' }, () => {
  const pages = ['examples', 'reference'].flatMap((page) =>
    examplesOf(readHelp(page)).filter(({ says, text }) => says !== '' && text.includes('### Example: ')),
  )

  test.each(pages)('at line $line hold', async (example) => {
    const text = withFragment(library, example)
    expect(saidOf(text)).toEqual([])
    expect(await run(text)).toEqual(['holds'])
  })

  test('are several', () => {
    expect(pages.length).toBeGreaterThanOrEqual(5)
  })
})

describe('what a step writes', () => {
  const QUOTES = documentOf({
    3: `### Quote

| field | type | value |
|---|---|---|
| rebate | percent | |
| pieces | number | |
| total | computed money | \`round(100.00 * (1 - rebate), 2)\` |
| offers | computed integer | \`lines.count()\` |
| least | computed percent | \`lines.min(l, l.rebate)\` |

### Offer

| field | type | required |
|---|---|---|
| quote | Quote (as lines), part of it | yes |
| rebate | percent | yes |`,
    4: `### Quote.status

- starts: open
- ends: ended

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| offer | open | stay | everyone | part: percent required | lines = [{ rebate: input.part }, { rebate: 25 % }, { rebate: 0.5 }] |
| give | open | stay | everyone | part: percent required | rebate = input.part |
| pass on | open | stay | everyone | | do give { part: 10 % } |
| end | open | ended | everyone | | |
| ask | new record | open | everyone | part: percent required | rebate = input.part |

### Example: as a story

1. as an Administrator
STEPS`,
    6: `| role | entity | may |
|---|---|---|
| everyone | Quote, Offer | everything |`,
    7: `| call | who |
|---|---|
| POST /api/quotes-with | everyone |

### POST /api/quotes-with

| takes | in | type | required |
|---|---|---|---|
| part | body | percent | yes |

1. create Quote { rebate: part }
2. answer 204`,
  })

  test.each([
    ['a share in its fields', 'create Quote { rebate: 0.1 }', 'rebate == 0.1 and total == 90.00'],
    ['a per cent in its fields', 'create Quote { rebate: 10 % }', 'rebate == 10 % and total == 90.00'],
    ['what is given', 'given Quote { rebate: 10 % }', 'rebate == 0.1'],
    ['a change', 'create Quote {}; update quote { rebate: 0.1 }', 'rebate == 0.1'],
    ['an input', 'create Quote {}; do give { part: 0.1 }', 'rebate == 0.1'],
    ['an input of a creation', 'create Quote by ask { part: 10 %, pieces: 3 }', 'rebate == 0.1 and pieces == 3'],
    ['an input of an effect', 'create Quote {}; do pass on', 'rebate == 0.1'],
    ['an input of a call', 'call POST /api/quotes-with { part: 0.1 }', 'Quote.all(q, q.rebate == 0.1)'],
    ['lines', 'create Quote { lines: [{ rebate: 0.1 }, { rebate: 30 % }] }', 'offers == 2 and least == 0.1'],
    [
      'lines of a change',
      'create Quote { lines: [{ rebate: 30 % }] }; update quote { lines: [{ rebate: 0.1 }, { rebate: 20 % }], pieces: 2 }',
      'offers == 2 and least == 0.1 and pieces == 2',
    ],
    ['lines of an effect', 'create Quote {}; do offer { part: 10 % }', 'offers == 3 and least == 0.1'],
    [
      'a value of a field',
      'let first = create Quote { rebate: 0.1 }; let part = first.rebate; create Quote { rebate: part }',
      'rebate == 0.1',
    ],
  ])('is a per cent where its field is one: %s', async (_what, steps, holds) => {
    const written = [...steps.split('; '), `expect ${holds}`].map((step, at) => `${at + 2}. ${step}`)
    expect(await run(QUOTES.replace('STEPS', () => written.join('\n')))).toEqual(['holds'])
  })
})

const BORROWED = [
  'as Olga, a Member',
  'create Tool { name: "Drill", kind: "workshop", owner: me }',
  'as Ben, a Member',
  'create Loan { tool: tool, starts_on: date("2026-03-10"), ends_on: date("2026-03-12") }',
]

describe('a story turns', { tags: 'reference/examples' }, () => {
  test.each([
    ['where a step is refused', ['do agree'], /^\d+\. do agree → It was refused: .* \[\w+\] \(line \d+\)$/],
    [
      'where a step is not refused',
      ['as Olga', 'do agree', 'refused'],
      'It is expected to be refused, and it was done.',
    ],
    ['where it is refused with another code', ['do agree', 'refused TOO_EARLY'], 'It was refused otherwise: '],
    [
      'where a condition does not hold',
      ['expect days == 2 and status == "lent"'],
      '“status == "lent"” does not hold; status is "asked".',
    ],
    [
      'where a name is another one',
      ['expect borrower == olga'],
      '“borrower == olga” does not hold; borrower is ben; olga is olga.',
    ],
    ['where a condition in parentheses does not hold', ['expect not (days == 2)'], '“not (days == 2)” does not hold.'],
    ['where something is not seen', ['as another Member', 'sees loan'], 'It is not seen.'],
    ['where something is seen', ['does not see loan'], 'It is seen.'],
    ['where nobody got a message', ['expect mail to olga'], 'Olga got no message.'],
    [
      'where somebody got a message',
      ['as Olga', 'do agree', 'expect no mail to ben'],
      'Ben got a message: “You can fetch Drill',
    ],
    [
      'where they got another message',
      ['as Olga', 'do agree', 'expect mail to ben "returned"'],
      'Ben got another message: “You can fetch Drill',
    ],
    [
      'where it is later already',
      ['at 2025-01-01', 'expect status == "asked"'],
      'It is 2026-03-02T08:00:00.000Z already.',
    ],
  ] as const)('%s', async (_, steps, problem) => {
    const [result] = await run(withExample([...BORROWED, ...steps]))
    if (typeof problem === 'string') expect(result).toContain(problem)
    else expect(result).toMatch(problem)
  })

  test('and the next one runs all the same', async () => {
    const [first, second] = [
      withExample([...BORROWED, 'do agree']),
      '### Example: another\n\n1. as a Member\n2. expect me != null\n',
    ]
    expect(await run(withFragment(first, { line: 1, says: '5', text: second }))).toEqual([
      expect.stringContaining('It was refused'),
      'holds',
    ])
  })
})

test('time passes, and what falls due happens at its moment', { tags: 'reference/examples' }, async () => {
  const text = documentOf({
    3: '### Errand\n\n| field | type | required |\n|---|---|---|\n| what | text | yes |\n| owner | Person | no |\n| seen_at | date and time | no |\n| done_at | date and time | no |\n',
    4: `### Errand.status

- starts: open
- ends: closed

| transition | from | to | who | then | after |
|---|---|---|---|---|---|
| lapse | open | closed | nobody | done_at = now | 3 days |

### Schedules

| schedule | every | then |
|---|---|---|
| look | day at 06:00 | update Errand.filter(e, e.seen_at == null) { seen_at: now } |

### Example: it lapses

1. as an Administrator
2. create Errand { what: "Shop" }
3. 2 days later
4. expect status == "open" and seen_at == moment(date("2026-03-03"), time("06:00"))
5. 2 days later
6. expect status == "closed" and done_at == moment(date("2026-03-05"), time("09:00"))
`,
    6: '| role | entity | may |\n|---|---|---|\n| everyone | Errand | everything |\n',
    9: '| name | value |\n|---|---|\n| time zone | Europe/Berlin |\n',
  })
  expect(await run(text)).toEqual(['holds'])
})

describe('a call of point 7', { tags: 'reference/examples' }, () => {
  const withCalls = (steps: readonly string[]): string =>
    withFragment(library, {
      line: 1,
      says: '7',
      text: `| call | who | does |
|---|---|---|
| GET /api/shelf/:id | Member | a tool |
| POST /api/shelf | Member | brings a tool |
| POST /api/join | anyone | signs up |

### GET /api/shelf/:id of Tool

1. answer 200

\`\`\`json
{ "name": "\`tool.name\`", "loans": "\`tool.loans.map(l, { 'note': l.note })\`" }
\`\`\`

### POST /api/shelf

| takes | in | type | required |
|---|---|---|---|
| tool.name | body | text | yes |
| tool.kind | body | text | no |
| times | query | integer | no |
| X-Origin | header | text | no |

1. create Tool { name: input.tool.name + coalesce(input.x_origin, ""), kind: "workshop", owner: me } if times != 0
2. answer 201

### POST /api/join

| takes | in | type | required |
|---|---|---|---|
| email | body | email | yes |

1. sign up email with "a long password" as { name: "New" }

### Example: a story

${steps.map((step, at) => `${at + 1}. ${step}`).join('\n')}
`,
    })

  test('is made as the person who acts, and its answer is at hand', async () => {
    const text = withCalls([
      ...BORROWED,
      'call GET /api/shelf/{tool.id}',
      'expect answer.name == "Drill" and answer.loans.count() == 1 and answer.loans.first().note == null',
      'as nobody',
      'call GET /api/shelf/{tool.id}',
      'refused not_signed_in',
      'as Ben',
      'call POST /api/shelf { tool.kind: "workshop" }',
      'refused required',
      'call POST /api/shelf { tool.name: "Saw", "X-Origin": "-ben", times: 1 }',
      'call POST /api/shelf { tool.name: "Nail", times: 0 }',
      'expect Tool.count() == 2 and Tool.exists(t, t.name == "Saw-ben" and t.owner == ben)',
    ])
    expect(saidOf(text).filter((line) => line.includes('error'))).toEqual([])
    expect(await run(text)).toEqual(['holds'])
  })

  test.each([
    ['that is refused turns the story', ['as a Member', 'call GET /api/shelf/nothing'], 'It was refused: '],
    [
      'that signs up is not made',
      ['as nobody', 'call POST /api/join { email: "new@example.com" }'],
      'Nothing refuses it; examples sign nobody up, in or out, and change no password.',
    ],
  ])('%s', async (_, steps, problem) => {
    const [result] = await run(withCalls(steps))
    expect(result).toContain(problem)
  })
})

test('a person who can’t be made up is said', { tags: 'reference/examples' }, async () => {
  const text = documentOf({
    3: '### Person\n\n| field | type | required |\n|---|---|---|\n| team | text | yes |\n',
    6: '| role | is |\n|---|---|\n| Clerk | works |\n\n### Example: nobody has a team\n\n1. as a Clerk\n2. expect me != null\n\n### Example: somebody has one\n\n1. as a Clerk { team: "A" }\n2. expect me.team == "A"\n',
  })
  expect(await run(text)).toEqual([expect.stringMatching(/Clerk can’t be made up: .*team/), 'holds'])
})

test('a document without examples has nothing to run', async () => {
  expect(await run(library)).toEqual([])
})

test(
  'nobody gives a role that they may not give, and nobody locks out the last administrator',
  { tags: 'reference/examples' },
  async () => {
    const text = documentOf({
      3: '### Note\n\n| field | type |\n|---|---|\n| words | text |\n',
      6: `- Manager may give: Clerk

| role | is |
|---|---|
| Clerk | works |
| Manager | leads |

| role | entity | may |
|---|---|---|
| Manager | Person | read, update |

### Example: a manager gives what they may give

1. as Ann, a Clerk
2. as a Manager
3. update ann { roles: ["Clerk", "Manager"] }
4. refused not_allowed
5. update ann { roles: [] }
6. expect ann.roles.count() == 0

### Example: an administrator gives roles, and stays

1. as Ann, a Clerk
2. as an Administrator
3. update ann { roles: ["Manager"] }
4. update administrator { active: false }
5. refused
`,
    })
    expect(await run(text)).toEqual(['holds', 'holds'])
  },
)

test('a computed field is seen by those who may read it, whatever it is worked out from', async () => {
  const text = documentOf({
    3: `### Order

| field | type | value |
|---|---|---|
| name | text | |
| total | computed integer | \`lines.sum(l, l.n)\` |

### Line

| field | type | required |
|---|---|---|
| order | Order (as lines), part of it | yes |
| n | integer | yes |`,
    4: `### Order.status

- starts: draft
- ends: done

| transition | from | to | who |
|---|---|---|---|
| finish | draft | done | everyone |

| field | draft | done |
|---|---|---|
| total | | hidden |

### Example: a hidden total

1. as a Member
2. create Order { name: "x", lines: [{ n: 3 }] }
3. sees order.total
4. as a Reader
5. sees order.name
6. does not see order.total
7. as a Member
8. do finish
9. does not see order.total
10. expect order.total == 4`,
    6: `| role | is |
|---|---|
| Member | orders |
| Reader | reads |

| role | entity | may | fields |
|---|---|---|---|
| Member | Order, Line | everything | all |
| Reader | Order | read | name |
| Reader | Line | read | all |`,
  })
  expect(await run(text)).toEqual(['10. expect order.total == 4 → “order.total == 4” does not hold; order.total is 3.'])
})
