// What is withheld in a row looks withheld, and a number of only some of the records says so.
// @module-tag reference/exporting
import { expect, test } from 'vitest'
import { documentOf } from '../helpers/compile-document.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'
import { describeJourney, expectAccessible } from './journey.ts'
import { cellUnder, rowNamed } from './table.ts'
import { word } from './words.ts'

const STAFF = 'sam@example.com'
const GUEST = 'gus@example.com'
const DOCUMENT = documentOf({
  2: `
| route | screen | shows |
|---|---|---|
| / | Overview | dashboard |
| /parts | Parts | table of Part |
| /parts/:id | Part | record of Part |

### Overview

| tile | shows |
|---|---|
| All parts | count of Part |
| In store | sum of Part.on hand |
| Secret | count of Part where \`marking == "x"\` |

### Parts

- columns: name, on hand, price, marking, keeper.name
`,
  3: `
### Part

| field | type |
|---|---|
| name | text |
| marking | text |
| on hand | integer |
| price | money |
| keeper | Person (as parts) |
`,
  6: `
| role | is | of | who |
|---|---|---|---|
| Staff | stores | | |
| Guest | looks | | |
| Keeper | keeps it | Part | \`keeper == me\` |

| role | entity | may | fields |
|---|---|---|---|
| everyone | Person | read | name |
| Staff | Part | everything | all |
| Guest | Part | read | name, keeper |
| Keeper | Part | read, export | all |
`,
})

const PEOPLE = [
  { at: '-P2D', name: 'Sam', email: STAFF, roles: ['Staff'] },
  { at: '-P2D', name: 'Gus', email: GUEST, roles: ['Guest'] },
]
const sample = sampleOf(JSON.stringify({ password: samplePassword, people: PEOPLE, actions: [] }))

describeJourney('somebody who may read a field of some records', { document: DOCUMENT, sample }, (journey) => {
  test('sees what is withheld as withheld, and what is empty as empty, and exports what they may', async () => {
    const staff = await journey.visit(STAFF)
    await staff.post('/api/parts', { name: 'Bolt', marking: 'x', on_hand: 9, price: '2.00' })
    const { page } = await journey.visit(GUEST)
    const tile = (name: string) =>
      page.locator('.card').filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) })
    const note = word('Counts only what you may read.')

    // Nothing of it is theirs.
    await page.goto('/')
    await tile('In store').getByRole('link', { name: '–' }).waitFor()
    await tile('In store').getByText(note).waitFor()
    await tile('Secret').getByText(note).waitFor()
    expect(await tile('All parts').getByText(note).count()).toBe(0)
    await page.goto('/parts')
    const cell = (row: string, heading: string) => cellUnder(rowNamed(page, row), heading)
    await rowNamed(page, 'Bolt').waitFor()
    expect(await (await cell('Bolt', 'Marking')).innerText()).toContain(word('Not shown to you'))
    expect(await (await cell('Bolt', 'Keeper: name')).innerText()).toContain(word('none'))
    await expectAccessible(page)

    // One is.
    const [{ id: keeper }] = await staff.find('/api/people', 'name == "Gus"')
    await staff.post('/api/parts', { name: 'Nut', on_hand: 4, price: '3.00', keeper })
    await page.goto('/parts')
    await rowNamed(page, 'Nut').waitFor()
    expect(await (await cell('Nut', 'On hand')).innerText()).toBe('4')
    expect(await (await cell('Nut', 'Marking')).innerText()).toContain(word('none'))
    expect(await (await cell('Bolt', 'On hand')).innerText()).toContain(word('Not shown to you'))
    await page.locator('tfoot').getByText(word('Sum shown')).first().waitFor()
    await page
      .getByRole('search')
      .getByRole('button', { name: word('Export') })
      .click()
    await page.getByText(word('The file has only what you may export of these.')).waitFor()
    await page.goto('/')
    await tile('In store').getByRole('link', { name: '4' }).waitFor()

    // Who reads and exports all of it sees no note.
    await staff.page.goto('/parts')
    await staff.page.locator('tfoot').getByText(word('Sum')).first().waitFor()
    expect(await staff.page.getByText(word('Not shown to you')).count()).toBe(0)
    await staff.page
      .getByRole('search')
      .getByRole('button', { name: word('Export') })
      .click()
    await staff.page.getByLabel(word('Format')).waitFor()
    expect(await staff.page.getByText(word('The file has only what you may export of these.')).count()).toBe(0)
  })
})
