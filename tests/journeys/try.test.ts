// The author of a draft tries it in the browser: as others, an hour later, and throws it away.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { RENTAL_PEOPLE, rentalSample } from '../apps/rental.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { describeJourney, expectAccessible } from './journey.ts'
import { readText, writeText } from './document-text.ts'
import { word, wording } from './words.ts'

const DOCUMENT = documentOf({
  2: '| route | screen | shows | for |\n|---|---|---|---|\n| /stays | Stays | table of Stay | everyone |\n',
  3: '### Stay\n\n| field | type | required |\n|---|---|---|\n| guest | text | yes |\n\n- title: `guest`\n',
  4: '### Stay.status\n\n- starts: booked\n- ends: over\n\n| transition | from | to | who | then | after |\n|---|---|---|---|---|---|\n| end | booked | over | nobody | notify created_by "{guest} has left" | 30 minutes |\n',
  6: '| role | is |\n|---|---|\n| Counter | lets rooms |\n| Owner | looks on |\n\n| role | entity | may |\n|---|---|---|\n| Counter | Stay | everything |\n| Owner | Stay | read |\n',
})
const DRAFT = DOCUMENT.replace('| Stays |', '| Guests |')

describeJourney('trying a draft', { document: DOCUMENT, sample: rentalSample() }, (journey) => {
  let page: Page
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const bar = () => page.getByRole('region', { name: word('Trial') })

  beforeEach(async () => {
    ;({ page } = await journey.visit(RENTAL_PEOPLE.administrator))
    // A draft of the test before would be opened at once.
    await page.request.delete('/api/system/document/draft', { headers: { Origin: journey.desk.url } })
    await page.goto('/studio')
    await button(word('Edit')).click()
    const area = page.getByRole('textbox', { name: word('Text of the document') })
    await writeText(area, DRAFT)
    expect(await readText(area)).toBe(DRAFT)
    await button(word('Try')).click()
  })

  test('runs it as others, moves its clock, shows what it would send, and leaves nothing', async () => {
    await button(word('Start the trial')).click()
    await page.waitForURL('**/studio/try/**')
    await bar().waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Guests' }).waitFor()
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${word('Trial')} · `))
    await button(wording('As {name}')).click()
    const madeUp = page.getByRole('list', { name: word('Test people') })
    await madeUp.getByRole('button', { name: 'Counter' }).click()
    await page.getByRole('button', { name: word('As {name}', { name: 'Counter' }) }).waitFor()
    await page.goto('/studio/try/stays')
    await page.getByRole('heading', { name: 'Guests' }).waitFor()
    const created = await page.request.post('/studio/try/api/stays', {
      data: { guest: 'Mia Meyer' },
      headers: { Origin: journey.desk.url },
    })
    expect(created.status()).toBe(201)
    await button(word('An hour later')).click()
    await button(word('Unsent messages: {count}', { count: 1 })).click()
    const sent = page.getByRole('dialog', { name: word('Unsent messages') })
    await sent.getByText('Mia Meyer has left').first().waitFor()
    await page.keyboard.press('Escape')
    await button(word('End the trial')).click()
    await page.waitForURL((url) => url.pathname === '/studio')
    const stays = await page.request.get('/api/stays')
    expect(((await stays.json()) as { readonly items: readonly unknown[] }).items).toEqual([])
    // The draft is still there.
    await page.getByRole('textbox', { name: word('Text of the document') }).waitFor()
  })

  test('a message that comes while the list is read leaves the pages that were opened', async () => {
    await button(word('Start the trial')).click()
    await bar().waitFor()
    const leave = async (guest: string): Promise<void> => {
      const sent = { data: { guest }, headers: { Origin: journey.desk.url } }
      expect((await page.request.post('/studio/try/api/stays', sent)).status()).toBe(201)
    }
    for (let number = 1; number <= 60; number++) await leave(`Guest ${number}`)
    await button(word('An hour later')).click()
    await button(word('Unsent messages: {count}', { count: 60 })).click()
    const list = page.getByRole('dialog', { name: word('Unsent messages') })
    await list.getByRole('button', { name: word('Show more') }).click()
    const first = list.getByText('Guest 1 has left')
    await first.first().waitFor()
    await leave('Mia Meyer')
    await page.request.post('/api/system/trial/clock', {
      data: { step: 'hour' },
      headers: { Origin: journey.desk.url },
    })
    await list.getByText('Mia Meyer has left').first().waitFor()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(61)
    await first.first().waitFor()
    await page.keyboard.press('Escape')
    await button(word('End the trial')).click()
  })

  test('by the keyboard, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await button(word('Start the trial')).press('Enter')
    await bar().waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
    await button(word('A day later')).press('Enter')
    await button(wording('As {name}')).press('Enter')
    await page.getByRole('textbox', { name: word('Find a person') }).waitFor()
    await page.keyboard.press('Escape')
    await button(word('End the trial')).press('Enter')
    await page.waitForURL((url) => url.pathname === '/studio')
  })
})
