// A span shows on its last day, views and links follow a rename, and the studio shows a file that waits.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { RENTAL_PEOPLE, rentalSample } from '../apps/rental.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { startJourney } from './journey.ts'
import type { StartedJourney } from './journey.ts'

const documentWith = (field: string, was = ''): string =>
  documentOf({
    2: `| route | screen | shows | for |
|---|---|---|---|
| /stays | Stays | table of Stay | everyone |
| /plan | Plan | calendar of Stay by starts_on to ends_on | everyone |
`,
    3: `### Stay

| field | type | required | was |
|---|---|---|---|
| guest | text | yes | |
| starts_on | date | yes | |
| ends_on | date | yes | |
| ${field} | text | no | ${was} |
`,
    6: `| role | is |
|---|---|
| Counter | lets rooms |
| Owner | looks on |

| role | entity | may |
|---|---|---|
| everyone | Stay | everything |
`,
  })

const BEFORE = documentWith('room')
const RENAMED = documentWith('chamber', 'room')
const WAITING = RENAMED.replace('| Stays |', '| Guests |')

describe.skipIf(browserPath === undefined)('what follows the document', () => {
  let journey: StartedJourney
  let page: Page
  let complaints: readonly string[]
  let isWaiting = false

  const send = async (path: string, data: object): Promise<void> => {
    const answer = await page.request.post(path, { data, headers: { Origin: journey.desk.url } })
    expect(answer.status()).toBe(201)
  }
  const publish = async (text: string): Promise<void> => {
    const answer = await page.request.put('/api/system/document', {
      data: text,
      headers: { Origin: journey.desk.url, 'Content-Type': 'text/markdown' },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const guests = async (): Promise<readonly string[]> => {
    await page.getByRole('table', { name: 'Stays' }).waitFor()
    return Promise.all((await page.getByRole('link', { name: /^(Ann|Bo|Cy)$/ }).all()).map((link) => link.innerText()))
  }

  beforeAll(async () => {
    journey = await startJourney({
      document: BEFORE,
      sample: rentalSample(),
      waitingFile: () => (isWaiting ? { file: 'stays.md', text: WAITING } : undefined),
    })
    ;({ page, complaints } = await journey.visit(RENTAL_PEOPLE.administrator))
    await send('/api/stays', { guest: 'Ann', starts_on: '2026-01-26', ends_on: '2026-02-02', room: 'blue' })
    await send('/api/stays', { guest: 'Bo', starts_on: '2026-03-02', ends_on: '2026-03-06', room: 'red' })
    await send('/api/stays', { guest: 'Cy', starts_on: '2026-03-09', ends_on: '9999-12-31', room: 'red' })
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  test.each(['month', 'week', 'day'])(
    'a span of dates shows on its last day where a %s begins with it',
    async (view) => {
      await page.goto(`/plan?view=${view}&on=2026-02-02`)
      await page.getByRole('link', { name: /Ann/ }).first().waitFor()
      await page.goto('/plan?view=day&on=2026-02-03')
      await page.getByRole('heading', { level: 2 }).waitFor()
      await expect.poll(() => page.getByRole('link', { name: /Ann/ }).count()).toBe(0)
    },
  )

  test('a span without an end in sight shows on every day', async () => {
    await page.goto('/plan?view=day&on=2026-08-14')
    await page.getByRole('link', { name: /Cy/ }).first().waitFor()
  })

  test('a saved view and a link follow a renamed field, and show nothing where there is no such field', async () => {
    await publish(BEFORE)
    await send('/api/system/views', { screen: 'stays', name: 'Blue rooms', query: 'room=blue' })
    await publish(RENAMED)
    await page.goto('/stays?room=blue')
    await expect.poll(guests).toEqual(['Ann'])
    await page.goto('/stays')
    await page.getByRole('link', { name: 'Blue rooms' }).click()
    await expect.poll(guests).toEqual(['Ann'])
    await page.goto('/stays?gone=blue')
    await page
      .getByText('This list is filtered by something that is not there any more, or that you may not see.')
      .waitFor()
    await page.getByRole('button', { name: /Filter not possible: gone = blue/ }).waitFor()
    expect(await page.getByRole('link', { name: /^(Ann|Bo|Cy)$/ }).count()).toBe(0)
  })

  test('the studio hands out the document as a file', async () => {
    await publish(RENAMED)
    await page.goto('/studio')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe('test.md')
    expect(readFileSync(await file.path(), 'utf8')).toBe(RENAMED)
  })

  test('the studio says that a file waits, and publishes it only when asked', async () => {
    await publish(RENAMED)
    isWaiting = true
    await page.goto('/studio')
    const note = page.getByRole('alert').filter({ hasText: 'stays.md was changed on the server' })
    await note.getByText('It is not published, because it does not go on from the revision that is live.').waitFor()
    const live = async () => (await page.request.get('/api/spec')).text()
    expect(await live()).not.toContain('Guests')
    await note.getByRole('button', { name: 'Compare and publish' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText(/^Revision [0-9a-f]{12} is live\.$/).waitFor()
    expect(await live()).toContain('Guests')
    isWaiting = false
    expect(complaints).toEqual([])
  })
})
