// What is added by a form is a part of the text that compiles, whatever is typed, and changes no other line.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import type { PointNumber } from '#shared/document/document.ts'
import { emptyDocument } from '#shared/document/empty-document.ts'
import { addToDocument } from '#shared/language/adding/add.ts'
import { readKnownParts } from '#shared/language/adding/known-parts.ts'
import type { WantedPart } from '#shared/language/adding/wanted.ts'
import { CALL_KINDS, SCREEN_KINDS, VERBS_TO_ADD, WANTED_KINDS } from '#shared/language/adding/wanted.ts'
import { openDocument } from '#shared/language/open-document.ts'
import { outlineDocument } from '#shared/language/outline.ts'
import { isShown } from '#shared/points/declarations.ts'
import { applyEdits } from '#shared/text/text-edits.ts'
import { isNone, isNotShown } from '#shared/text/written-values.ts'
import { readShipped } from '../../helpers/compile-document.ts'

const empty = emptyDocument('Workshop')
/** The empty document, once it has what most additions refer to. */
const begun = [
  { kind: 'entity', name: 'Tool', fields: [{ name: 'name', type: 'text', required: true }] },
  { kind: 'role', name: 'Member', is: 'a neighbour', includes: '' },
] as const satisfies readonly WantedPart[]

const additionTo = (text: string, wanted: WantedPart) => addToDocument(outlineDocument(text), wanted)
const added = (text: string, wanted: WantedPart) => applyEdits(text, [additionTo(text, wanted)])
const suggestionFor = (text: string, kind: WantedPart['kind']) =>
  openDocument(text)
    .addable()
    .suggestions.find(({ wanted }) => wanted.kind === kind)

const grown = begun.reduce(added, empty)
/** `npm run test:fuzz` takes longer documents too, and more that is typed: each is compiled several times for every addition. */
const IS_LONG = process.env['FUZZ_CASES'] !== undefined
const documents: readonly (readonly [string, string])[] = [
  ['the empty nine points', empty],
  ['the empty nine points with an entity and a role', grown],
  ['seed.md', readShipped('seed')],
  ['leave-requests.md', readShipped('leave-requests')],
  ...(IS_LONG ? [['helpdesk.md', readShipped('helpdesk')] as const] : []),
]

/** Texts that people type, and signs that mean something to Markdown or to the language. */
const typed = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[A-Za-z][a-z]{0,9}(?: [a-z]{1,9}){0,2}$/) },
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    'Überblick',
    'a|b',
    '**bold**',
    '`code`',
    '<!-- x',
    '## 4. Up',
    'not shown',
    'none',
    '-',
    '日本',
    '"',
    '{x',
  ),
  fc.string({
    unit: fc.constantFrom(
      '|',
      '`',
      '#',
      '-',
      '\n',
      '*',
      '_',
      '<',
      '!',
      '"',
      '\\',
      '{',
      '(',
      ')',
      ':',
      '.',
      'é',
      'a',
      ' ',
    ),
    maxLength: 12,
  }),
)

const name = typed.map((text) => `q ${text} z`)

function wantedFor(text: string): fc.Arbitrary<WantedPart> {
  const { entities, roles } = readKnownParts(outlineDocument(text))
  const entity = fc.constantFrom(...entities.map(({ identifier }) => identifier))
  const role = fc.constantFrom('everyone', ...roles)
  const states = (of: string) => entities.find(({ identifier }) => identifier === of)?.states ?? []
  const type = fc.oneof(
    fc.constantFrom(
      'text',
      'long text',
      'integer',
      'date',
      'yes/no',
      'money',
      'Person',
      ...entities.map((e) => e.identifier),
    ),
    fc.array(name, { minLength: 1, maxLength: 4 }).map((words) => `one of ${words.join(', ')}`),
  )
  const field = fc.record({ name, type, required: fc.boolean() })
  const fields = fc.uniqueArray(field, {
    minLength: 1,
    maxLength: 4,
    selector: (each) => each.name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
  })
  return fc.oneof(
    fc.record({ kind: fc.constant('entity' as const), name, fields }),
    fc.record({ kind: fc.constant('role' as const), name, is: typed, includes: fc.constantFrom('', ...roles) }),
    ...(roles.length === 0
      ? []
      : [
          entity.chain((of) =>
            fc.record({
              kind: fc.constant('permission' as const),
              role: fc.constantFrom(...roles),
              entity: fc.constant(of),
              may: fc.constantFrom(...VERBS_TO_ADD),
              own: fc.constantFrom(
                '',
                ...(entities.find((each) => each.identifier === of)?.people ?? []).map((each) => each.identifier),
              ),
            }),
          ),
        ]),
    fc.record({
      kind: fc.constant('screen' as const),
      shows: fc.constantFrom(...SCREEN_KINDS),
      entity,
      name: fc.oneof(fc.constant(''), name),
      for: role,
    }),
    entity.chain((of) => {
      const state = states(of).length === 0 ? name : fc.constantFrom(...states(of))
      return fc.record({
        kind: fc.constant('transition' as const),
        entity: fc.constant(of),
        name,
        from: state,
        to: fc.oneof(state, fc.constant('stay')),
        who: role,
        asks: fc.oneof(fc.constant([]), fields),
      })
    }),
    fc.record({
      kind: fc.constant('rule' as const),
      name,
      entity,
      condition: fc.constantFrom('created_at <= now', '`id != null`', 'at most 5'),
      message: typed.map((each) => each.replaceAll(/[{}]/g, '')),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      does: fc.constantFrom(...CALL_KINDS),
      path: name,
      entity,
      who: role,
    }),
    fc.record({
      kind: fc.constant('error' as const),
      code: fc.stringMatching(/^Q[A-Z]{2,9}_Z$/),
      status: fc.constantFrom('403', '409', '422'),
      message: typed.map((each) => each.replaceAll(/[{}]/g, '')),
    }),
    fc.record({
      kind: fc.constant('constant' as const),
      name,
      value: fc.constantFrom('10', '7 days', '12 %', '2027-01-01', '300 per minute', 'a word'),
      meaning: typed,
    }),
    fc.record({
      kind: fc.constant('question' as const),
      point: fc.integer({ min: 1, max: 9 }).map((point) => point as PointNumber),
      text: name,
      owner: typed,
      asked: fc.constantFrom('', '2026-11-29'),
    }),
    fc.record({ kind: fc.constant('example' as const), title: name, entity, role: fc.constantFrom('', ...roles) }),
  )
}

/** The lines before and behind are those that were there; what is gone said that nothing was known. */
function expectOnlyAdded(text: string, wanted: WantedPart): void {
  const addition = additionTo(text, wanted)
  const gone = text.slice(addition.span.start, addition.span.end)
  expect(gone === '' || isNotShown(gone) || isNone(gone), gone).toBe(true)
  const after = applyEdits(text, [addition]).split('\n')
  const before = text.split('\n')
  const others = gone === '' ? before : before.filter((line) => line !== gone)
  let at = 0
  for (const line of after) if (line === others[at]) at++
  expect(at).toBeGreaterThanOrEqual(others.length - (gone === '' ? 0 : 8))
  for (const { start, end } of addition.blanks) expect(addition.text.slice(start, end)).not.toMatch(/^$|\n/)
}

describe.each(documents)('in %s', (_, text) => {
  test('whatever is typed and chosen, the text compiles as before and no other line changes', () => {
    fc.assert(
      fc.property(wantedFor(text), (wanted) => {
        expect(
          openDocument(text)
            .add(wanted)
            .errors.map(({ message }) => message),
        ).toEqual([])
        expectOnlyAdded(text, wanted)
      }),
      { numRuns: (text.length > 5_000 ? 6 : 60) * (IS_LONG ? 10 : 1) },
    )
  }, 600_000)

  test('each suggestion compiles before its blanks are filled in, and a second time beside itself', () => {
    for (const kind of WANTED_KINDS) {
      let now = text
      for (const time of text.length > 5_000 && !IS_LONG ? [1] : [1, 2]) {
        const suggestion = suggestionFor(now, kind)
        if (suggestion === undefined) continue
        const { errors, ...addition } = openDocument(now).add(suggestion.wanted)
        expect(errors, `${kind} ${time}`).toEqual([])
        expect(addition).toEqual(suggestion.addition)
        expect(addition.blanks.length, kind).toBeGreaterThan(0)
        now = applyEdits(now, [addition])
      }
    }
  })
})

test('from the empty nine points, one addition of each kind makes an application that runs', () => {
  let text = empty
  for (const kind of WANTED_KINDS) {
    const suggestion = suggestionFor(text, kind)
    expect(suggestion, kind).toBeDefined()
    if (suggestion !== undefined) text = applyEdits(text, [suggestion.addition])
  }
  const { model, diagnostics } = compile(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  expect([...(model?.entities.keys() ?? [])]).toContain('Thing')
  const screens = model !== undefined && isShown(model.screens) ? model.screens.screens : []
  expect(screens.map(({ route }) => route)).toEqual(['/things', '/things/:id', '/things/new'])
  expect(text.match(/^not shown\.$/gm)).toHaveLength(1)
})

test('placeholders are in the language of the document', () => {
  const german = added(empty, { kind: 'constant', name: 'language', value: 'de', meaning: 'German' })
  const { text } = suggestionFor(german, 'role')?.addition ?? { text: '' }
  expect(text).toContain('| Mitglied | jemand, der damit arbeitet |')
  const begunInGerman = begun.reduce(added, german)
  expect(suggestionFor(begunInGerman, 'example')?.addition.text).toContain('create Tool { name: "Ein Text" }')
  expect(suggestionFor(grown, 'example')?.addition.text).toContain('create Tool { name: "Some text" }')
})

test('states are offered as a cell may name them', () => {
  const states = (text: string) => readKnownParts(outlineDocument(text)).entities[0]?.states
  expect(states(readShipped('helpdesk'))).toEqual(['new', 'open', 'waiting', 'resolved', 'closed'])
  const step = { kind: 'transition', entity: 'Tool', name: 'lend', from: 'in the shed', to: 'lent', asks: [] } as const
  const text = added(grown, { ...step, who: 'Member' })
  expect(states(text)).toContain('in the shed')
  expect(added(text, { ...step, name: 'sell', from: 'in the shed', to: 'sold', who: 'Member' })).toMatch(
    /\| sell \| in the shed \| sold \|/,
  )
})

test('a question goes behind those of its point, which stays not shown, and its answer below it', () => {
  const ask = { kind: 'question', point: 5, owner: 'Ann', asked: '2026-11-29' } as const
  const one = added(empty, { ...ask, text: 'How many people fit in?' })
  const two = added(one, { ...ask, text: 'Who cleans it?', owner: '', asked: '' })
  expect(two).toContain(
    'not shown.\n\n### Unknowns\n\n- How many people fit in?\n  - owner: Ann\n  - asked: 2026-11-29\n- Who cleans it?\n',
  )
  const [first] = readKnownParts(outlineDocument(two)).questions
  const answered = added(two, { kind: 'answer', question: first?.line ?? 0, answer: 'Twelve.', answered: '2026-12-01' })
  expect(answered).toContain('  - asked: 2026-11-29\n  - answer: Twelve.\n  - answered: 2026-12-01\n- Who cleans it?\n')
  expect(readKnownParts(outlineDocument(answered)).questions.map(({ text }) => text)).toEqual(['Who cleans it?'])
  expect(compile(answered).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('an answer takes the place of an entry that waits for it', () => {
  const waiting = '- Who pays?\n  - answer:\n  - owner: Ann\n  - answered: not shown'
  const text = added(empty, { kind: 'question', point: 5, text: 'Who pays?', owner: '', asked: '' }).replace(
    '- Who pays?',
    waiting,
  )
  const [question] = readKnownParts(outlineDocument(text)).questions
  const wanted = { kind: 'answer', question: question?.line ?? 0, answer: 'The town.', answered: '2026-12-01' } as const
  expect(openDocument(text).add(wanted).errors).toEqual([])
  expect(added(text, wanted)).toBe(
    text.replace(waiting, '- Who pays?\n  - owner: Ann\n  - answer: The town.\n  - answered: 2026-12-01'),
  )
})

test('a row goes into the table that is there, and a part behind those that are there, before the examples', () => {
  const text = readShipped('helpdesk')
  const screen = added(text, { kind: 'screen', shows: 'table', entity: 'Comment', name: '', for: 'Agent' })
  expect(screen).toContain(
    '| /404 | Not found | not found | anyone |\n| /comments | Comments | table of Comment | Agent |\n',
  )
  const transition = additionTo(text, {
    kind: 'transition',
    entity: 'Ticket',
    name: 'give up',
    from: 'open',
    to: 'closed',
    who: 'Manager',
    asks: [],
  })
  expect(transition.text).toBe('\n| give up | open | closed | Manager | | | | | |')
  const withExamples = text.replace(
    '### Person\n',
    '### Example: first\n\n1. as a Customer\n2. sees me\n\n### Person\n',
  )
  const { span } = additionTo(withExamples, {
    kind: 'entity',
    name: 'Car',
    fields: [{ name: 'plate', type: 'text', required: true }],
  })
  expect(withExamples.slice(span.start).trimStart().startsWith('## 4.')).toBe(true)
})

test('a permission is for all records, or for those of the person', () => {
  const text = readShipped('helpdesk')
  const of = readKnownParts(outlineDocument(text)).entities.find(({ identifier }) => identifier === 'Ticket')
  expect(of?.people.map(({ identifier }) => identifier)).toEqual(['requester', 'assignee', 'created_by'])
  const permission = { kind: 'permission', role: 'Agent', entity: 'Ticket', may: 'read' } as const
  expect(additionTo(text, { ...permission, own: '' }).text.trim()).toBe('| Agent | Ticket | read | | all |')
  const own = additionTo(text, { ...permission, own: 'assignee' })
  expect(own.text.trim()).toBe('| Agent | Ticket | read | `assignee == me` | all |')
})

test('what the compiler has against an addition is said, and only that', () => {
  const text = readShipped('helpdesk')
  const rule = { kind: 'rule', name: 'Named', entity: 'Ticket', condition: 'subjekt != ""', message: 'No.' } as const
  expect(
    openDocument(text)
      .add(rule)
      .errors.map(({ message }) => message),
  ).toEqual([expect.stringContaining('subjekt')])
})
