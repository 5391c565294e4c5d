// On a simulated clock each page goes by that clock, and not by the day on which the browser runs.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { documentOf } from '../helpers/compile-document.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'
import { describeJourney } from './journey.ts'
import { word, wording } from './words.ts'

const EMAIL = 'ada@example.com'
const DOCUMENT = documentOf({
  2: `
| route | screen | shows |
|---|---|---|
| /overview | Overview | dashboard |
| /visits | Visits | table of Visit |
| /calendar | Calendar | calendar of Visit by due at |

### Overview

- period: this month

| tile | shows |
|---|---|
| Asked | count of Visit over created at |

### Visits

- columns: name, due at, status
`,
  3: `
### Visit

| field | type |
|---|---|
| name | text |
| due at | date and time |

- title: \`name\`
`,
  4: `
### Visit.status

- starts: open
- ends: over

| transition | from | to | who |
|---|---|---|---|
| end | open | over | everyone |
`,
  6: `
| role | entity | may |
|---|---|---|
| everyone | Visit | everything |
`,
})

const PEOPLE = [{ at: '-P2D', name: 'Ada', email: EMAIL, administrator: true }]
const sample = sampleOf(JSON.stringify({ password: samplePassword, people: PEOPLE, actions: [] }))

describeJourney(
  'pages of a simulated clock',
  { document: DOCUMENT, sample, simulated: '2031-03-10T12:00:00Z' },
  (journey) => {
    let page: Page

    beforeEach(async () => {
      const visitor = await journey.visit(EMAIL)
      ;({ page } = visitor)
      await visitor.post('/api/visits', { name: 'Gone', due_at: '2031-03-07T12:00:00Z' })
      await visitor.post('/api/visits', { name: 'Soon', due_at: '2031-03-13T12:10:00Z' })
    })

    test('the period of a dashboard is the one of that clock, and counts what was made in it', async () => {
      await page.goto('/overview')
      const tile = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Asked', level: 2 }) })
      await expect.poll(async () => Number(await tile.getByRole('link').textContent())).toBeGreaterThan(1)
      await page.getByText(wording('{now}, compared with {before}', { now: /.*Mar 2031/, before: /.*Feb.*/ })).waitFor()
    })

    test('a calendar opens in its month, with its day as today', async () => {
      await page.goto('/calendar')
      await page.getByRole('heading', { name: 'March 2031', level: 2 }).waitFor()
      await expect.poll(() => page.locator('.fc-day-today').first().getAttribute('data-date')).toBe('2031-03-10')
      await page.getByRole('button', { name: word('Before') }).click()
      await page.getByRole('heading', { name: 'February 2031', level: 2 }).waitFor()
      await page.getByRole('button', { name: word('Today') }).click()
      await page.getByRole('heading', { name: 'March 2031', level: 2 }).waitFor()
    })

    test('what is due is counted from it, and is red once it is over', async () => {
      await page.goto('/visits')
      const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()
      await row('Soon').getByText('in 3 days').waitFor()
      await row('Gone').getByText('3 days ago').waitFor()
      expect(
        await row('Gone')
          .getByText(`${word('Overdue')}:`)
          .count(),
      ).toBe(1)
      expect(
        await row('Soon')
          .getByText(`${word('Overdue')}:`)
          .count(),
      ).toBe(0)
    })
  },
)
