// Numbers of a dashboard fit into their tiles, however large they are and however narrow the screen is.
import { expect, test } from 'vitest'
import { documentOf } from '../helpers/compile-document.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'
import { describeJourney } from './journey.ts'
import { label } from './words.ts'

const EMAIL = 'ada@example.com'
const TILES = ['Owed', 'Dearest', 'Usual', 'Paid', label('Late'), 'Still to come']
const DOCUMENT = documentOf({
  2: `
| route | screen | shows |
|---|---|---|
| /money | Money | dashboard |

### Money

| tile | shows |
|---|---|
${TILES.map((tile) => `| ${tile} | sum of Bill.amount |`).join('\n')}
| By kind | sum of Bill.amount by kind as bars |
`,
  3: `
### Bill

| field | type |
|---|---|
| amount | money |
| kind | one of small, large |
`,
  6: `
| role | entity | may |
|---|---|---|
| everyone | Bill | everything |
`,
  9: `
| name | value |
|---|---|
| currency | CHF |
| language | de-CH |
`,
})

const PEOPLE = [{ at: '-P2D', name: 'Ada', email: EMAIL, administrator: true }]
const SAMPLE = sampleOf(JSON.stringify({ password: samplePassword, people: PEOPLE, actions: [] }))

describeJourney('a dashboard of money', { document: DOCUMENT, sample: SAMPLE }, (journey) => {
  test.each([390, 1280, 1920])('keeps each number inside of its tile at %d pixels', async (width) => {
    const { page, post } = await journey.visit(EMAIL)
    for (const kind of ['small', 'large']) await post('/api/bills', { amount: '-987654321987.65', kind })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/money')
    const tile = (name: string) =>
      page.locator('.card').filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) })
    for (const name of TILES) {
      const number = tile(name).getByRole('link')
      await number.waitFor()
      const [inner, outer] = [await number.boundingBox(), await tile(name).boundingBox()]
      expect(inner && outer && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width).toBe(true)
    }
  })
})
