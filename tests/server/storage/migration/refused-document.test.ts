// A start with a changed document: whatever would lose or break a stored value is refused with the rows and the line.
import { describe, expect, test } from 'vitest'
import { printMigrationConflict } from '../../../../server/document/print-migration-conflict.ts'
import type { MigrationConflict } from '../../../../server/storage/storage.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import { fieldOfItsOwn, keepThings, PAYMENT, STATES, things } from '../../../helpers/changed-things.ts'

const { bytes, keep, restart } = keepThings()

function lineOf(document: string, start: string): number {
  return document.split('\n').findIndex((line) => line.startsWith(start)) + 1
}

/** Each: the field's row before and after, the record's value, and what is said of it. */
const refused: readonly (readonly [name: string, before: string, after: string, value: unknown, said: RegExp])[] = [
  ['a value above a lower max', 'x | integer', 'x | integer | | max 5', 7, /7 must be at most 5/],
  ['a value below a higher min', 'x | integer', 'x | integer | | min 5', 2, /2 must be at least 5/],
  ['a value outside a range', 'x | integer', 'x | integer | | 1..5', 6, /6 must be at most 5/],
  ['a date after the last', 'x | date', 'x | date | | max 2026-12-31', '2027-01-01', /must be at most Dec 31, 2026/],
  ['an amount above the most', 'x | money', 'x | money | | max 10', '10.01', /"10.01" must be at most 10/],
  ['a text that is longer', 'x | text', 'x | text | | max 3', 'abcd', /"abcd" has 4 characters; at most 3/],
  ['a text that is shorter', 'x | text', 'x | text | | min 3', 'ab', /"ab" has 2 characters; at least 3/],
  [
    'a text without the pattern',
    'x | text',
    'x | text | | pattern "^[A-Z]+$"',
    'Ab',
    /"Ab" must be 1 or more capital letters/,
  ],
  [
    'a list with more entries',
    'x | list of text',
    'x | list of text | | at most 1',
    ['a', 'b'],
    /has 2 entries; at most 1/,
  ],
  [
    'several relations, more than are allowed',
    'x | several Box',
    'x | several Box | | at most 1',
    ['box-1', 'box-2'],
    /has 2 entries; at most 1/,
  ],
  [
    'a choice that is gone',
    'x | one of low, high',
    'x | one of low',
    'high',
    /X of Thing no longer has high.*\n.*"high"/,
  ],
  [
    'one of several choices that is gone',
    'x | several of low, high',
    'x | several of low',
    ['low', 'high'],
    /X of Thing no longer has high/,
  ],
  [
    'an empty value that is required now',
    'x | text',
    'x | text | yes',
    null,
    /X of Thing is required, and 1 record has no value/,
  ],
  [
    'an empty list that is required now',
    'x | list of text',
    'x | list of text | yes',
    [],
    /X of Thing is required, and 1 record has no value/,
  ],
  [
    'no relation where some are required now',
    'x | several Box',
    'x | several Box | yes',
    [],
    /X of Thing is required, and 1 record has no value/,
  ],
  ['text that is no email', 'x | text', 'x | email', 'ann at home', /"ann at home" must be an email address/],
  ['text that is no web address', 'x | text', 'x | url', 'example', /must be a web address/],
  ['text that is no slug', 'x | text', 'x | slug', 'Printer Jam', /"Printer Jam" must be lowercase letters/],
  ['text that is no phone number', 'x | text', 'x | phone', 'n/a', /must be a phone number/],
  ['text that is no colour', 'x | text', 'x | color', 'blue', /must be a colour/],
  ['text that is no choice', 'x | text', 'x | one of low, high', 'middle', /takes only certain words/],
  ['text that is no number', 'x | text', 'x | integer', '012', /"012" can’t be converted to the new type/],
  ['several lines that must be one', 'x | long text', 'x | text', 'a\nb', /must be one line/],
  ['a number with places that must be whole', 'x | number', 'x | integer', 1.5, /1.5 must be a whole number/],
  ['a decimal that must be whole', 'x | decimal(2)', 'x | integer', '1.25', /"1.25" must be a whole number/],
  ['a decimal with more places', 'x | decimal(4)', 'x | decimal(2)', '1.2345', /"1.2345" has at most 2 decimal places/],
  [
    'a number with more places than the decimal',
    'x | number',
    'x | decimal(1)',
    0.25,
    /0.25 has at most 1 decimal place/,
  ],
  ['a whole number too large for a decimal', 'x | integer', 'x | decimal(4)', 9_007_199_254_740_991, /too many digits/],
  ['yes or no that becomes a number', 'x | yes/no', 'x | integer', true, /true can’t be converted to the new type/],
  [
    'a relation to something else',
    'x | Box',
    'x | Shelf',
    'box-1',
    /X of Thing has another type, and its value in 1 record would be lost/,
  ],
  [
    'several relations that become one',
    'x | several Box',
    'x | Box',
    ['box-1'],
    /X of Thing has another type, and its value in 1 record would be lost/,
  ],
  [
    'a relation that becomes text',
    'x | Box',
    'x | text',
    'box-1',
    /X of Thing has another type, and its value in 1 record would be lost/,
  ],
  [
    'a value that is now worked out',
    'x | integer',
    'x | computed integer | | | | `1 + 1`',
    7,
    /X of Thing is now worked out, and its value in 1 record would be lost/,
  ],
  ['a field that is gone', 'x | integer', '', 7, /X of Thing is no longer in the document.*\n.*: 7$/],
]

describe('what a value does not satisfy is refused, with the row, the value and the line, and the file stays as it was', () => {
  const isMissing = ([, , after]: (typeof refused)[number]): boolean => after.endsWith('| yes')

  test.each([
    // What is missing is looked for once the rest goes through.
    ['there is', refused.filter((each) => !isMissing(each))],
    ['is missing', refused.filter(isMissing)],
  ])('each kind of value that %s, all in one document', async (_, cases) => {
    const rows = (side: 1 | 2) => cases.map((each, at) => fieldOfItsOwn(each[side], at)).join('\n')
    const values = Object.fromEntries(cases.map(([, , , value], at) => [`x${at}`, value]))
    await keep(things(rows(1)), { a: { name: 'First', ...values } })
    const kept = bytes()
    const next = things(rows(2))
    const conflicts = (await restart(next)) as readonly MigrationConflict[]
    const printed = conflicts.map(printMigrationConflict)
    for (const [at, [name, , after, , said]] of cases.entries()) {
      const line = lineOf(next, after === '' ? '### Thing' : `| x${at} |`)
      const own = printed.filter((each) => each.includes(`line ${line}:`)).join('\n')
      expect([name, own.replaceAll(`X${at}`, 'X')]).toEqual([name, expect.stringMatching(said)])
      expect([name, own]).toEqual([name, expect.stringContaining('a (First)')])
    }
    expect(printed).toHaveLength(cases.length)
    expect(bytes()).toEqual(kept)
    expect(await restart(things(rows(1)))).toEqual({ a: { name: 'First', ...values } })
  })

  test('what lies in the trash counts too: it could come back', async () => {
    await keep(things('x | integer'), { a: { name: 'A', x: 1 }, trashed: { name: 'Old', x: 9 } })
    expect(await restart(things('x | integer | | max 5'))).toMatchObject([{ rows: 1, examples: [{ id: 'trashed' }] }])
  })

  test('of many rows the first are named, and how many more there are', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_200 }, (_, index) => [`t${index}`, { name: `N${index}`, x: index }]),
    )
    await keep(things('x | integer'), many)
    const [obstacle] = (await restart(things('x | integer | | max 99'))) as readonly MigrationConflict[]
    expect(obstacle && printMigrationConflict(obstacle).split('\n')).toEqual([
      expect.stringMatching(/^ {2}- line \d+: 1100 things have an X that is no longer allowed\.$/),
      '      t100 (N100): 100 must be at most 99',
      '      t101 (N101): 101 must be at most 99',
      '      t102 (N102): 102 must be at most 99',
      '      t103 (N103): 103 must be at most 99',
      '      t104 (N104): 104 must be at most 99',
      '      and 1095 more',
    ])
  })

  test.each([
    ['second', STATES + PAYMENT.replaceAll('paid', 'settled'), /Payment of Thing no longer has paid/],
    ['first', STATES.replaceAll('done', 'over') + PAYMENT, /State of Thing no longer has done/],
  ])('a state of the %s workflow in which a record is', async (_, states, said) => {
    await keep(things('', { states: STATES + PAYMENT }), { a: { name: 'A', state: 'done', payment: 'paid' } })
    expect(await restart(things('', { states }))).toEqual([
      expect.objectContaining({ sentence: expect.stringMatching(said) as unknown }),
    ])
  })

  test('all that stands in the way is said at once', async () => {
    await keep(things('x | integer\ny | text'), { a: { name: 'A', x: 9, y: 'long' }, b: { name: 'B', x: 1, y: 'b' } })
    expect(await restart(things('x | integer | | max 5\ny | text | | max 1'))).toMatchObject([
      { sentence: '1 thing has an X that is no longer allowed.' },
      { sentence: '1 thing has a Y that is no longer allowed.' },
    ])
  })

  test('is said in German where the document is in German', async () => {
    const constants = '| name | value |\n|---|---|\n| language | de |\n'
    await keep(things('x | integer', { constants }), { a: { name: 'A', x: 9 } })
    expect(await restart(things('x | integer | | max 5', { constants }))).toMatchObject([
      { sentence: '1 Thing hat unter „X“ einen Wert, der nicht mehr erlaubt ist.' },
    ])
    expect(await restart(things('y | text | yes', { constants }))).toMatchObject([
      { sentence: 'X von Thing steht nicht mehr im Dokument, und der Wert in 1 Eintrag ginge verloren.' },
    ])
  })

  test('the value of a hidden field is shown to nobody', async () => {
    await keep(things('x | text | | hidden'), { a: { name: 'A', x: 'a secret' } })
    const conflicts = await restart(things('x | text | | hidden, max 3'))
    expect(conflicts).toMatchObject([{ examples: [{ id: 'a', problem: 'has 8 characters; at most 3 are allowed' }] }])
    expect(JSON.stringify(conflicts)).not.toContain('secret')
  })

  test('a state that is in use can’t go', async () => {
    await keep(things('', { states: STATES }), { a: { name: 'A', state: 'dropped' }, b: { name: 'B', state: 'draft' } })
    const next = things('', { states: STATES.replace(/\| drop \|.*\n.*$/, '').replace('| dropped | |\n', '') })
    expect(await restart(next)).toMatchObject([
      {
        sentence: expect.stringContaining('State of Thing no longer has dropped'),
        rows: 1,
        examples: [{ id: 'a', value: 'dropped' }],
      },
    ])
  })

  test('an entity with records can’t go, not even where they are in the trash', async () => {
    await keep(things(''), { trashed: { name: 'Old' } })
    const next = documentOf({
      3: '### Box\n\n| field | type |\n|---|---|\n| label | text |\n\n### Shelf\n\n| field | type |\n|---|---|\n| label | text |\n',
    })
    expect(await restart(next)).toMatchObject([
      {
        sentence: 'Thing is no longer in the document, and 1 record of it would be lost.',
        examples: [{ id: 'trashed', title: 'Old' }],
      },
    ])
  })

  test('values that two records share can’t become unique', async () => {
    await keep(things('x | text'), { a: { name: 'A', x: 'same' }, b: { name: 'B', x: 'same' } })
    expect(await restart(things('x | text | | unique'))).toMatchObject([
      { rows: 1, line: expect.any(Number), examples: [{ id: 'b', title: 'B', value: 'same' }] },
    ])
  })

  test('an entity with two records can’t have only one', async () => {
    await keep(things(''), { a: { name: 'A' }, b: { name: 'B' } })
    expect(await restart(things('', { settings: '- only one: yes' }))).toMatchObject([
      { sentence: 'Thing has only one record now, and there is 1 more.', examples: [{ id: 'b', title: 'B' }] },
    ])
  })
})

test('a field that is worked out is refused where it could not hold what it comes to', async () => {
  const before = things('x | integer')
  await keep(before, { a: { name: 'First', x: 4_000_000_000 }, b: { name: 'Second', x: 4 } })
  const conflicts = await restart(things('x | integer\ny | computed integer | | | | `x * x`'))
  const printed = (conflicts as readonly MigrationConflict[]).map(printMigrationConflict).join('\n')
  expect(printed).toContain('Y of Thing would be too large to be kept exactly in 1 record.')
  expect(printed).toContain('a (First)')
  expect(await restart(before)).toMatchObject({ a: { x: 4_000_000_000 } })
})
