// What a field can't read stays where it was typed, with an error, and what the record holds stays as it was: in every editor.
// @module-tag reference/what-people-write
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { PLAIN_KINDS } from '#shared/fields/field-type.ts'
import { compileDocument, documentOf } from '../helpers/compile-document.ts'
import { samplePassword } from '../apps/people.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { describeJourney, openAlive } from './journey.ts'
import type { JourneyVisitor, SentRecord } from './journey.ts'
import { cellUnder, rowNamed } from './table.ts'
import { word } from './words.ts'

/** Nine words are searched in by typing. */
const WORDS = 'red, blue, green, black, white, grey, pink, brown, violet'

/** A field for each kind that has an editor for texts, with the value that it holds and a text that it can't read. */
const TYPED: readonly (readonly [kind: string, name: string, held: unknown, text: string])[] = [
  ['integer', 'count', 5, '1.5'],
  ['number', 'ratio', 2.5, 'lots'],
  ['decimal(3)', 'fine', '1.250', '1,2,3'],
  ['money', 'amount', '12.50', '12 USD'],
  ['percent', 'share', '7.50', 'half'],
  ['date', 'day', '2026-11-21', '31.2.2026'],
  ['time', 'opens', '14:30', '14:30:15'],
  ['date and time', 'starts', '2026-11-21T14:30:00.000Z', '26.11.2026'],
  ['duration', 'lasts', 'PT8H', 'a while'],
  ['email', 'mail', 'a@example.com', 'nobody'],
  ['url', 'site', 'https://example.com', 'nowhere'],
  ['phone', 'mobile', '+49 30 1234567', 'ring me'],
  ['color', 'paint', '#1c7ed6', 'red'],
  ['slug', 'tag', 'printer-jam', 'A jam'],
  ['json', 'extra', { a: 1 }, '{"a": 2'],
  ['location', 'spot', { lat: 52.5, lon: 13.4 }, '-122.41, 37.8'],
  [`one of ${WORDS}`, 'kind', 'blue', 'plaid'],
]
/** Kinds in which nothing unreadable can be typed: every text is one, or one chooses, or the system gives it. */
const OTHERS = [
  ...['text', 'long text', 'markdown', 'list of text', 'yes/no', 'several of', 'sequence', 'relation'],
  ...['file', 'files', 'image', 'images'],
]

const fields = TYPED.map(([kind, name]) => `| ${name} | ${kind} |`).join('\n')
const lists = [TYPED.slice(0, 4), TYPED.slice(4, 8), TYPED.slice(8, 12), TYPED.slice(12)].map((part) =>
  part.map(([, name]) => name),
)
const DOCUMENT = documentOf({
  2: `| route | screen | shows | for |
|---|---|---|---|
| /things | Things | table of Thing | everyone |
| /things/:id | Thing | record of Thing | everyone |
| /new-thing | New thing | form for Thing | everyone |
${lists.map((_, at) => `| /list-${at} | List ${at} | table of Thing | everyone |`).join('\n')}

${lists.map((names, at) => `### List ${at}\n\n- columns: name, ${names.join(', ')}`).join('\n\n')}`,
  3: `### Firm

| field | type |
|---|---|
| name | text |

### Thing

| field | type |
|---|---|
| name | text |
${fields}
| firm | Firm (as things) |

### Thing line

| field | type |
|---|---|
| thing | Thing (as lines), part of it |
${fields}`,
  4: `### Thing.status

- starts: open

| state |
|---|
| open |

| transition | from | to | who | asks |
|---|---|---|---|---|
| check | open | stay | everyone | ${TYPED.slice(0, -1)
    .map(([kind, name]) => `asked ${name}: ${kind}`)
    .join(', ')} |`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Thing, Thing line, Firm | everything |`,
})

test('every kind of field is looked at', () => {
  const looked = TYPED.map(([kind]) => kind.replace(/\(\d+\)$/, '').replace(/^one of .*/, 'one of'))
  expect([...looked, ...OTHERS].toSorted()).toEqual(
    [...PLAIN_KINDS, 'decimal', 'slug', 'one of', 'several of', 'sequence', 'relation'].toSorted(),
  )
  expect(compileDocument(DOCUMENT).entities.get('Thing')?.fields.has('spot')).toBe(true)
})

const PEOPLE = [{ at: '-P2D', name: 'Maja Lind', email: 'maja@example.com', roles: [], administrator: true }]
const SAMPLE = sampleOf(JSON.stringify({ password: samplePassword, people: PEOPLE, actions: [] }))

describeJourney('a text that its field can’t read', { document: DOCUMENT, sample: SAMPLE }, (journey) => {
  let visitor: JourneyVisitor
  let page: Page
  let thing: SentRecord
  let before: unknown

  const stored = async () => (await page.context().request.get(`/api/things/${thing.id}?expand=lines`)).json()
  const labelOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

  beforeEach(async () => {
    visitor = await journey.visit('maja@example.com')
    ;({ page } = visitor)
    const held = Object.fromEntries(TYPED.map(([, name, value]) => [name, value]))
    // A tag is one of a kind.
    const [name, line] = [randomUUID(), randomUUID()]
    const data = { ...held, name, tag: `tag-${name}`, lines: [{ ...held, tag: `tag-${line}` }] }
    thing = await visitor.post('/api/things', data)
    before = await stored()
  })

  const input = (place: Locator | Page, label: string) =>
    place
      .getByRole('textbox', { name: label, exact: true })
      .or(place.getByRole('combobox', { name: label, exact: true }))
  const inLine = (name: string) => word('{field}, line {line}', { field: labelOf(name), line: 1 })
  const write = async (place: Locator | Page, label: string, text: string) => {
    await input(place, label).fill(text)
    await page.keyboard.press('Tab')
  }
  const expectKept = async (place: Locator | Page, label: string, text: string) => {
    await expect.poll(() => input(place, label).inputValue(), { message: label }).toBe(text)
    await expect.poll(() => input(place, label).getAttribute('aria-invalid'), { message: label }).toBe('true')
  }

  test('stays in a form that makes a record, and nothing is sent', async () => {
    const { length: count } = await visitor.find('/api/things', 'name != ""', 100)
    await openAlive(page, '/new-thing')
    for (const [, name, , text] of TYPED) await write(page, labelOf(name), text)
    await write(page, 'Firm', 'Nobody Ltd')
    await page.getByRole('button', { name: word('Create {name}', { name: 'thing' }) }).click()
    for (const [, name, , text] of TYPED) await expectKept(page, labelOf(name), text)
    await expectKept(page, 'Firm', 'Nobody Ltd')
    // Over a reload, too: a draft is what was typed.
    await openAlive(page, '/new-thing')
    for (const [, name, , text] of TYPED) await expect.poll(() => input(page, labelOf(name)).inputValue()).toBe(text)
    expect(await visitor.find('/api/things', 'name != ""', 100)).toHaveLength(count)
  })

  test('stays in lines, and in the form around them', async () => {
    await openAlive(page, `/things/${thing.id}`)
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    const form = page.getByRole('dialog')
    await input(form, 'Count').waitFor()
    for (const [, name, , text] of TYPED) await write(form, labelOf(name), text)
    for (const [, name, , text] of TYPED) await write(form, inLine(name), text)
    await form.getByRole('button', { name: word('Save') }).click()
    for (const [, name, , text] of TYPED) {
      await expectKept(form, labelOf(name), text)
      await expectKept(form, inLine(name), text)
    }
    expect(await stored()).toEqual(before)
  })

  test('stays in the dialog of a transition', async () => {
    await openAlive(page, `/things/${thing.id}`)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    const dialog = page.getByRole('dialog')
    for (const [, name, , text] of TYPED.slice(0, -1)) await write(dialog, `Asked ${name}`, text)
    await dialog.getByRole('button', { name: 'Check' }).click()
    for (const [, name, , text] of TYPED.slice(0, -1)) await expectKept(dialog, `Asked ${name}`, text)
    expect(await stored()).toEqual(before)
  })

  test('stays in its cell of a list', async () => {
    const cells = TYPED.filter(([kind]) => kind !== 'json' && kind !== 'location')
    for (const [at, names] of lists.entries()) {
      await openAlive(page, `/list-${at}`)
      for (const [, name, , text] of cells.filter(([, each]) => names.includes(each))) {
        await (await cellUnder(rowNamed(page, thing['name']), labelOf(name))).dblclick()
        await input(page, labelOf(name)).fill(text)
        await page.getByRole('heading', { level: 1 }).click()
        await expectKept(page, labelOf(name), text)
        await input(page, labelOf(name)).focus()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await input(page, labelOf(name)).waitFor({ state: 'detached' })
      }
    }
    expect(await stored()).toEqual(before)
  })
})
