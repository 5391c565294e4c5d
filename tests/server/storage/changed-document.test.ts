// A start with a changed document: what all stored values satisfy goes through, whatever would lose or break one is refused with the rows and the line.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStorage } from '../../../server/storage/sqlite-storage.ts'
import { StorageRefused } from '../../../server/storage/storage.ts'
import type { Obstacle, Storage } from '../../../server/storage/storage.ts'
import { printObstacle } from '../../../server/document/print-obstacle.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const NOW = '2026-11-21T05:00:00.000Z'
const standard = { version: 1, created_at: NOW, created_by: null, updated_at: NOW, updated_by: null }

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'verbatim-changed-'))
})

afterEach(() => rmSync(directory, { recursive: true }))

/** A document with one entity, Thing, that has a name and these fields: "size | integer | | 1..5". */
function things(fields: string, more: { readonly states?: string; readonly settings?: string } = {}): string {
  const rows = fields
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => {
      const [field = '', type = '', required = '', limits = '', given = '', value = '', was = ''] = row
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
      return `| ${field} | ${type} | ${required} | ${limits} | ${given} | ${value} | ${was} |`
    })
  return documentOf({
    3: `### Thing\n\n${more.settings ?? ''}\n\n| field | type | required | limits | default | value | was |\n|---|---|---|---|---|---|---|\n| name | text | | | | | |\n${rows.join('\n')}\n\n### Box\n\n| field | type |\n|---|---|\n| label | text |\n\n### Shelf\n\n| field | type |\n|---|---|\n| label | text |\n`,
    4: more.states ?? 'not shown.',
  })
}

function open(document: string, revision: string): Promise<Storage> {
  return openSqliteStorage({ directory, model: compileDocument(document), revision, now: () => NOW })
}

function lineOf(document: string, start: string): number {
  return document.split('\n').findIndex((line) => line.startsWith(start)) + 1
}

interface Rows {
  readonly [id: string]: { readonly [field: string]: unknown }
}

/** Starts with a document, keeps rows in it, and stops. Those whose id begins with "trashed" go to the trash. */
async function keep(document: string, rows: Rows): Promise<void> {
  const storage = await open(document, 'r1')
  await storage.write(async (transaction) => {
    for (const id of ['box-1', 'box-2']) await transaction.insert('Box', { id, label: id, ...standard })
    for (const [id, values] of Object.entries(rows)) {
      await transaction.insert('Thing', { id, ...values, ...standard })
      if (id.startsWith('trashed')) await transaction.delete('Thing', id, false)
    }
  })
  await storage.close()
}

async function restart(document: string): Promise<Rows | readonly Obstacle[]> {
  try {
    const storage = await open(document, 'r2')
    const read: { [id: string]: { readonly [field: string]: unknown } } = {}
    for (const id of ['a', 'b', 'c', 'trashed']) {
      const record = await storage.reader.record('Thing', id, { trash: true })
      const own = Object.entries(record ?? {}).filter(([field]) => field !== 'id' && !(field in standard))
      if (record) read[id] = Object.fromEntries(own)
    }
    await storage.close()
    return read
  } catch (error) {
    if (error instanceof StorageRefused) return error.obstacles
    throw error
  }
}

/** Each: the field's row before and after, the values of the records, and how they lie there afterwards. */
const through: readonly (readonly [
  name: string,
  before: string,
  after: string,
  values: readonly unknown[],
  kept?: readonly unknown[],
])[] = [
  ['a narrower range that all values lie in', 'x | integer', 'x | integer | | 1..5', [1, 5, null]],
  ['a lower max of a text that none exceeds', 'x | text', 'x | text | | max 3', ['abc', 'äöü', null]],
  ['a pattern that all have', 'x | text', 'x | text | | pattern "^[A-Z]+$"', ['ABC', null]],
  ['a list of at most two where none has more', 'x | list of text', 'x | list of text | | at most 2', [['a', 'b'], []]],
  ['a choice that nobody has made', 'x | one of low, high, other', 'x | one of low, high', ['low', 'high', null]],
  ['required, where all have a value', 'x | text', 'x | text | yes', ['a', 'b']],
  ['required with a default for those that have none', 'x | integer', 'x | integer | yes | | 7', [1, null], [1, 7]],
  ['unique, where no two are equal', 'x | text', 'x | text | | unique', ['a', 'b', null, null]],
  ['text becomes e-mail, written as e-mails are', 'x | text', 'x | email', ['ann@Example.org'], ['ann@example.org']],
  ['text becomes a web address', 'x | text', 'x | url', ['https://example.org/a?b=c']],
  ['text becomes a slug', 'x | text', 'x | slug', ['printer-jam']],
  ['text becomes a phone number', 'x | text', 'x | phone', ['+49 30 1234567']],
  ['text becomes a colour', 'x | text', 'x | color', ['#AABBCC'], ['#aabbcc']],
  ['text becomes a choice', 'x | text', 'x | one of low, high', ['low', null]],
  ['text becomes a date', 'x | text', 'x | date', ['2026-02-28']],
  ['text of numbers becomes a whole number', 'x | text', 'x | integer', ['12', '-3'], [12, -3]],
  ['e-mail becomes text', 'x | email', 'x | text', ['ann@example.org']],
  ['long text becomes one line', 'x | long text', 'x | text', ['one line']],
  ['a whole number becomes a decimal', 'x | integer', 'x | decimal(2)', [3, -1], ['3.00', '-1.00']],
  ['a whole number becomes any number', 'x | integer', 'x | number', [3]],
  ['a number becomes a whole number where it is one', 'x | number', 'x | integer', [3, -20], [3, -20]],
  ['a number becomes a decimal where it has no more places', 'x | number', 'x | decimal(1)', [1.5, 2], ['1.5', '2.0']],
  ['a decimal becomes a number', 'x | decimal(2)', 'x | number', ['1.25', '3.00'], [1.25, 3]],
  ['a decimal becomes a whole number where it is one', 'x | decimal(2)', 'x | integer', ['7.00'], [7]],
  ['a decimal with fewer places where they are noughts', 'x | decimal(4)', 'x | decimal(2)', ['1.2500'], ['1.25']],
  ['money becomes a decimal of two places', 'x | money', 'x | decimal(2)', ['12.50']],
  ['a number becomes text', 'x | integer', 'x | text', [12], ['12']],
  ['a date becomes text', 'x | date', 'x | text', ['2026-02-28']],
  ['one of becomes several of', 'x | one of low, high', 'x | several of low, high', ['low', null], [['low'], null]],
  ['a relation becomes one to several', 'x | Box', 'x | several Box', ['box-1', null], [['box-1'], []]],
  ['write once and searchable ask nothing of the values', 'x | text', 'x | text | | write once, searchable', ['a']],
  ['a longer list of choices', 'x | one of low', 'x | one of low, high', ['low']],
  ['a wider range', 'x | integer | | 1..5', 'x | integer | | 1..9', [5]],
]

describe('what all values satisfy goes through, and they stay', () => {
  test.each(
    through.map(([name, before, after, values, kept]) => ({ name, before, after, values, kept: kept ?? values })),
  )('$name', async ({ before, after, values, kept }) => {
    const rows = (list: readonly unknown[]): Rows =>
      Object.fromEntries(list.map((x, index) => [['a', 'b', 'c', 'trashed'][index] ?? '', { name: `T${index}`, x }]))
    await keep(things(before), rows(values))
    expect(await restart(things(after))).toEqual(rows(kept))
  })

  test('a renamed field may get a narrower type in the same step', async () => {
    await keep(things('x | text'), { a: { name: 'A', x: '12' } })
    expect(await restart(things('y | integer | | 1..20 | | | x'))).toEqual({ a: { name: 'A', y: 12 } })
  })

  test('what is worked out from a value that moves is worked out anew', async () => {
    const shown = 'shown | computed text | | | | `"no. " + text(x)`'
    await keep(things(`x | decimal(2)\n${shown}`), { a: { name: 'A', x: '12.00', shown: 'no. 12.00' } })
    expect(await restart(things(`x | integer\n${shown}`))).toEqual({ a: { name: 'A', x: 12, shown: 'no. 12' } })
  })

  test('a sequence with another pattern goes on counting; a plain one takes a pattern', async () => {
    await keep(things('x | sequence'), { a: { name: 'A', x: 1 }, b: { name: 'B', x: 2 } })
    expect(await restart(things('x | sequence "T-{000}"'))).toMatchObject({ a: { x: 'T-001' }, b: { x: 'T-002' } })
    const storage = await open(things('x | sequence "U-{000}"'), 'r3')
    expect(await storage.write((transaction) => transaction.next('Thing', 'x'))).toBe('U-003')
    await storage.close()
  })

  test('numbers given by hand become a sequence that gives none of them again', async () => {
    await keep(things('x | text'), { a: { name: 'A', x: 'T-004' }, b: { name: 'B', x: null } })
    expect(await restart(things('x | sequence "T-{000}"'))).toMatchObject({ a: { x: 'T-004' }, b: { x: 'T-005' } })
    const storage = await open(things('x | sequence "T-{000}"'), 'r3')
    expect(await storage.write((transaction) => transaction.next('Thing', 'x'))).toBe('T-006')
    await storage.close()
  })

  test('a sequence that now counts within each box gives no number of a box twice', async () => {
    const row = (box: string, x: number) => ({ name: 'A', box, x })
    await keep(things('box | Box\nx | sequence'), { a: row('box-1', 1), b: row('box-2', 2), c: row('box-1', 3) })
    const storage = await open(things('box | Box\nx | sequence per box'), 'r2')
    const next = (box: string) => storage.write((transaction) => transaction.next('Thing', 'x', box))
    expect([await next('box-1'), await next('box-2'), await next('box-3')]).toEqual([4, 3, 1])
    await storage.close()
  })

  test('records that were there before the workflow are in its first state', async () => {
    await keep(things(''), { a: { name: 'A' } })
    expect(await restart(things('', { states: STATES }))).toEqual({ a: { name: 'A', state: 'draft' } })
  })

  test('a second workflow begins at its own start, whatever the field had as its default; the first one stays as it is', async () => {
    await keep(things('', { states: STATES }), { a: { name: 'A', state: 'done' } })
    const both = things('payment | one of due, paid | | | due', { states: STATES + PAYMENT })
    const started = { a: { name: 'A', state: 'done', payment: 'paid' } }
    expect(await restart(both)).toEqual(started)
    expect(await restart(things('', { states: `${PAYMENT}\n\n${STATES}` }))).toEqual(started)
  })
})

const STATES = `### Thing.state

- starts: draft
- ends: done

| state | meaning |
|---|---|
| draft | |
| dropped | |
| done | |

| transition | from | to | who |
|---|---|---|---|
| finish | draft | done | everyone |
| drop | draft | dropped | everyone |
| give up | dropped | done | everyone |`

const PAYMENT = `

### Thing.payment

- starts: paid

| state | meaning |
|---|---|
| due | |
| paid | |

| transition | from | to | who |
|---|---|---|---|
| pay | due | paid | everyone |
| refund | paid | due | everyone |`

/** Each: the field's row before and after, the record's value, and what is said of it. */
const refused: readonly (readonly [name: string, before: string, after: string, value: unknown, said: RegExp])[] = [
  ['a value above a lower max', 'x | integer', 'x | integer | | max 5', 7, /7 must be at most 5/],
  ['a value below a higher min', 'x | integer', 'x | integer | | min 5', 2, /2 must be at least 5/],
  ['a value outside a range', 'x | integer', 'x | integer | | 1..5', 6, /6 must be at most 5/],
  ['a date after the last', 'x | date', 'x | date | | max 2026-12-31', '2027-01-01', /must be at most 2026-12-31/],
  ['an amount above the most', 'x | money', 'x | money | | max 10', '10.01', /"10.01" must be at most 10/],
  ['a text that is longer', 'x | text', 'x | text | | max 3', 'abcd', /"abcd" has 4 characters; at most 3/],
  ['a text that is shorter', 'x | text', 'x | text | | min 3', 'ab', /"ab" has 2 characters; at least 3/],
  [
    'a text without the pattern',
    'x | text',
    'x | text | | pattern "^[A-Z]+$"',
    'Ab',
    /"Ab" must have the form \^\[A-Z\]\+\$/,
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
  ['a choice that is gone', 'x | one of low, high', 'x | one of low', 'high', /x has no longer high.*\n.*"high"/],
  [
    'one of several choices that is gone',
    'x | several of low, high',
    'x | several of low',
    ['low', 'high'],
    /x has no longer high/,
  ],
  [
    'an empty value that is required now',
    'x | text',
    'x | text | yes',
    null,
    /x is required, and 1 record has no value/,
  ],
  [
    'an empty list that is required now',
    'x | list of text',
    'x | list of text | yes',
    [],
    /x is required, and 1 record has no value/,
  ],
  [
    'no relation where some are required now',
    'x | several Box',
    'x | several Box | yes',
    [],
    /x is required, and 1 record has no value/,
  ],
  ['text that is no e-mail', 'x | text', 'x | email', 'ann at home', /"ann at home" must be an e-mail address/],
  ['text that is no web address', 'x | text', 'x | url', 'example', /must be a web address/],
  ['text that is no slug', 'x | text', 'x | slug', 'Printer Jam', /"Printer Jam" must be small letters/],
  ['text that is no phone number', 'x | text', 'x | phone', 'n/a', /must be a phone number/],
  ['text that is no colour', 'x | text', 'x | color', 'blue', /must be a colour/],
  ['text that is no choice', 'x | text', 'x | one of low, high', 'middle', /takes only certain words/],
  ['text that is no number', 'x | text', 'x | integer', '012', /"012" says nothing in the new type/],
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
  ['yes or no that becomes a number', 'x | yes/no', 'x | integer', true, /true says nothing in the new type/],
  [
    'a relation to something else',
    'x | Box',
    'x | Shelf',
    'box-1',
    /x has another type, and its value in 1 record would be lost/,
  ],
  [
    'several relations that become one',
    'x | several Box',
    'x | Box',
    ['box-1'],
    /x has another type, and its value in 1 record would be lost/,
  ],
  [
    'a relation that becomes text',
    'x | Box',
    'x | text',
    'box-1',
    /x has another type, and its value in 1 record would be lost/,
  ],
  [
    'a value that is now worked out',
    'x | integer',
    'x | computed integer | | | | `1 + 1`',
    7,
    /x is now worked out, and its value in 1 record would be lost/,
  ],
  ['a field that is gone', 'x | integer', '', 7, /Thing.x is no longer in the document.*\n.*: 7$/],
]

describe('what a value does not satisfy is refused, with the row, the value and the line, and the file stays as it was', () => {
  test.each(refused)('%s', async (_name, before, after, value, said) => {
    await keep(things(before), { a: { name: 'First', x: value } })
    const file = readFileSync(join(directory, 'verbatim.db'))
    const next = things(after)
    const obstacles = await restart(next)
    expect(obstacles).toHaveLength(1)
    const printed = (obstacles as readonly Obstacle[]).map(printObstacle).join('\n')
    expect(printed).toMatch(said)
    expect(printed).toContain('a (First)')
    expect(printed).toContain(`line ${lineOf(next, after === '' ? '### Thing' : '| x |')}:`)
    expect(readFileSync(join(directory, 'verbatim.db'))).toEqual(file)
    expect(await restart(things(before))).toEqual({ a: { name: 'First', x: value } })
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
    const [obstacle] = (await restart(things('x | integer | | max 99'))) as readonly Obstacle[]
    expect(obstacle && printObstacle(obstacle).split('\n')).toEqual([
      expect.stringMatching(/^ {2}- line \d+: Thing\.x does not take the value that 1100 records have in it\.$/),
      '      t100 (N100): 100 must be at most 99',
      '      t101 (N101): 101 must be at most 99',
      '      t102 (N102): 102 must be at most 99',
      '      t103 (N103): 103 must be at most 99',
      '      t104 (N104): 104 must be at most 99',
      '      and 1095 more',
    ])
  })

  test.each([
    ['second', STATES + PAYMENT.replaceAll('paid', 'settled'), /payment has no longer paid/],
    ['first', STATES.replaceAll('done', 'over') + PAYMENT, /state has no longer done/],
  ])('a state of the %s workflow in which a record is', async (_, states, said) => {
    await keep(things('', { states: STATES + PAYMENT }), { a: { name: 'A', state: 'done', payment: 'paid' } })
    expect(await restart(things('', { states }))).toEqual([
      expect.objectContaining({ sentence: expect.stringMatching(said) as unknown }),
    ])
  })

  test('all that stands in the way is said at once', async () => {
    await keep(things('x | integer\ny | text'), { a: { name: 'A', x: 9, y: 'long' }, b: { name: 'B', x: 1, y: 'b' } })
    expect(await restart(things('x | integer | | max 5\ny | text | | max 1'))).toMatchObject([
      { sentence: 'Thing.x does not take the value that 1 record has in it.' },
      { sentence: 'Thing.y does not take the value that 1 record has in it.' },
    ])
  })

  test('the value of a hidden field is told to nobody', async () => {
    await keep(things('x | text | | hidden'), { a: { name: 'A', x: 'a secret' } })
    const obstacles = await restart(things('x | text | | hidden, max 3'))
    expect(obstacles).toMatchObject([{ examples: [{ id: 'a', problem: 'has 8 characters; at most 3 are allowed' }] }])
    expect(JSON.stringify(obstacles)).not.toContain('secret')
  })

  test('a state that is in use can’t go', async () => {
    await keep(things('', { states: STATES }), { a: { name: 'A', state: 'dropped' }, b: { name: 'B', state: 'draft' } })
    const next = things('', { states: STATES.replace(/\| drop \|.*\n.*$/, '').replace('| dropped | |\n', '') })
    expect(await restart(next)).toMatchObject([
      {
        sentence: expect.stringContaining('Thing.state has no longer dropped'),
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
