// A form against which several rules warn: each warning is shown with its row, and confirmed by one button.
// @module-tag reference/point-5-validation-rules
import { expect, test } from 'vitest'
import { documentOf } from '../helpers/compile-document.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'
import { describeJourney, expectAccessible } from './journey.ts'
import { word } from './words.ts'

const BUYER = 'bea@example.com'
const DOCUMENT = documentOf({
  2: `
| route | screen | shows |
|---|---|---|
| / | Orders | table of Order |
| /orders/:id | Order | record of Order |
| /new | New order | form for Order |

### Order

- beside: history
`,
  3: `
### Order

| field | type | required |
|---|---|---|
| what | text | yes |
| amount | money | yes |
| due on | date | yes |

### Item

| field | type | required | limits |
|---|---|---|---|
| order | Order (as items), part of it | yes | at most 5 |
| text | text | yes | |
| price | money | yes | |
`,
  5: `
| rule | entity | must hold | otherwise | else |
|---|---|---|---|---|
| Dear orders | Order | \`amount <= 1000\` | Orders above 1,000 euros are rare. | warn |
| Past days | Order | \`due_on >= today\` | This day has passed. | warn |
| Priced items | Order | \`items.exists(i, i.price > 0)\` | An order has an item with a price. | |
| Dear items | Item | \`price <= 500\` | An item above 500 euros is rare. | warn |
`,
  6: `
| role | is |
|---|---|
| Buyer | buys |

| role | entity | may | fields |
|---|---|---|---|
| everyone | Person | read | name |
| Buyer | Order | everything | all |
| Buyer | Item | everything | all |
`,
})

const PEOPLE = [{ at: '-P2D', name: 'Bea', email: BUYER, roles: ['Buyer'] }]
const sample = sampleOf(JSON.stringify({ password: samplePassword, people: PEOPLE, actions: [] }))

describeJourney('a buyer whose order is unusual in three ways', { document: DOCUMENT, sample }, (journey) => {
  test('reads all warnings with their rows, goes on, and finds them in the history', async () => {
    const visitor = await journey.visit(BUYER)
    visitor.forgive(422)
    const { page } = visitor
    await page.goto('/new')
    await page.getByLabel('What').fill('Crane')
    // Nobody is corrected before they have typed a line.
    expect(await page.getByText('An order has an item with a price.').count()).toBe(0)
    await page.getByLabel('Amount').fill('5000')
    await page.getByRole('textbox', { name: 'Due on' }).fill('2020-01-02')
    await page.getByRole('textbox', { name: word('{field}, line {line}', { field: 'Text', line: 1 }) }).fill('Hook')
    await page.getByRole('textbox', { name: word('{field}, line {line}', { field: 'Price', line: 1 }) }).fill('700')
    // What two lines are warned of in the same words is said once.
    await page.getByRole('button', { name: word('Add {name}', { name: 'item' }) }).click()
    await page.getByRole('textbox', { name: word('{field}, line {line}', { field: 'Text', line: 2 }) }).fill('Rope')
    await page.getByRole('textbox', { name: word('{field}, line {line}', { field: 'Price', line: 2 }) }).fill('900')
    await page.getByRole('button', { name: word('Create {name}', { name: 'order' }) }).click()

    const alert = page.getByRole('alert')
    for (const [sentence, rule] of [
      ['Orders above 1,000 euros are rare.', 'Dear orders'],
      ['This day has passed.', 'Past days'],
      ['An item above 500 euros is rare.', 'Dear items'],
    ]) {
      const warning = alert.getByRole('listitem').filter({ hasText: sentence ?? '' })
      await warning.getByText(word('Why?')).click()
      await warning.getByText(rule ?? '').waitFor()
    }
    expect(await alert.getByRole('listitem').count()).toBe(3)
    await alert.getByText(word('These are only warnings: you can continue.')).waitFor()
    await expectAccessible(page)

    await alert.getByRole('button', { name: word('Continue anyway') }).click()
    await page.getByRole('heading', { level: 1, name: 'Crane' }).waitFor()
    // That of the item stands in the history of the item.
    await page.getByText(word('Confirmed: {warnings}', { warnings: 'Dear orders, Past days' })).waitFor()
  })
})
