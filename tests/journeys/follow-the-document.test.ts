// A span shows on its last day, views and links follow a rename, and the studio shows a file that waits.
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { FollowedFile } from '../../server/document/synchronized-file.ts'
import { RENTAL_PEOPLE, rentalSample } from '../apps/rental.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { describeJourney } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { word, wording } from './words.ts'

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

/** The text that waits in the file beside the application. */
let waiting: FollowedFile['waiting']
beforeEach(() => {
  waiting = undefined
})

const OPTIONS = { document: BEFORE, sample: rentalSample(), followedFile: () => ({ file: 'stays.md', waiting }) }

describeJourney('what follows the document', OPTIONS, (journey) => {
  let page: Page
  let post: JourneyVisitor['post']

  beforeEach(async () => {
    ;({ page, post } = await journey.visit(RENTAL_PEOPLE.administrator))
  })

  const stay = (guest: string, starts_on: string, ends_on: string) => post('/api/stays', { guest, starts_on, ends_on })

  test.each(['month', 'week', 'day'])(
    'a span of dates shows on its last day where a %s begins with it',
    async (view) => {
      await stay('Ann', '2026-01-26', '2026-02-02')
      await page.goto(`/plan?view=${view}&on=2026-02-02`)
      await page.getByRole('link', { name: /Ann/ }).first().waitFor()
      await page.goto('/plan?view=day&on=2026-02-03')
      await page.getByRole('heading', { level: 2 }).waitFor()
      await expect.poll(() => page.getByRole('link', { name: /Ann/ }).count()).toBe(0)
    },
  )

  test('a span without an end in sight shows on every day', async () => {
    await stay('Cy', '2026-03-09', '9999-12-31')
    await page.goto('/plan?view=day&on=2026-08-14')
    await page.getByRole('link', { name: /Cy/ }).first().waitFor()
  })

  test('the studio hands out the document as a file', async () => {
    await publish(page, journey.desk.url, RENAMED)
    await page.goto('/studio')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: word('Download'), exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe('test.md')
    expect(readFileSync(await file.path(), 'utf8')).toBe(RENAMED)
  })

  test('the studio says that a file waits, and publishes it only when asked, by keyboard', async () => {
    const keys = await keyboardOf(page)
    await publish(page, journey.desk.url, RENAMED)
    waiting = { why: 'beside', text: WAITING }
    await page.goto('/studio')
    const note = page
      .getByRole('alert')
      .filter({ hasText: word('{file} was changed on the server', { file: 'stays.md' }) })
    await note
      .getByText(word('It is not published, because it does not go on from the revision that is live.'))
      .waitFor()
    const live = async () => (await page.request.get('/api/spec')).text()
    expect(await live()).not.toContain('Guests')
    await keys.skipMenu()
    await keys.use(note.getByRole('button', { name: word('Compare and publish') }))
    await keys.use(page.getByRole('button', { name: word('Publish'), exact: true }))
    await page.getByText(wording('Revision {revision} is live.', { revision: /[0-9a-f]{12}/ })).waitFor()
    expect(await live()).toContain('Guests')
  })

  test('the studio says that a file was refused, or is gone, and what publishing does to it', async () => {
    await publish(page, journey.desk.url, RENAMED)
    waiting = { why: 'refused', text: RENAMED.replace('| chamber | text |', '| chamber | nonsense |') }
    await page.goto('/studio')
    const refused = word('It is not published: it has errors, does not fit the data, or its examples do not hold.')
    const note = page.getByRole('alert').filter({ hasText: refused })
    await note.getByRole('button', { name: word('Compare and publish') }).press('Enter')
    await page.getByText('nonsense').first().waitFor()
    expect(await page.getByRole('button', { name: word('Publish'), exact: true }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    waiting = { why: 'unreadable' }
    await page.reload()
    await page.getByText(word('{file} can’t be read on the server', { file: 'stays.md' })).waitFor()
    waiting = undefined
    await page.goto('/studio/revisions')
    await page
      .getByRole('button', { name: wording('Compare and restore {revision}') })
      .first()
      .press('Enter')
    await page
      .getByText(word('It is also written to {file}, which the server follows.', { file: 'stays.md' }))
      .waitFor()
  })
})

describeJourney('what follows a renamed field', OPTIONS, (journey) => {
  test('a saved view and a link follow a renamed field, and show nothing where there is no such field', async () => {
    const { page, post } = await journey.visit(RENTAL_PEOPLE.administrator)
    const guests = async (): Promise<readonly string[]> => {
      await page.getByRole('table', { name: 'Stays' }).waitFor()
      return page.getByRole('link', { name: /^(Dora|Eli)$/ }).allInnerTexts()
    }
    const span = { starts_on: '2026-05-04', ends_on: '2026-05-08' }
    await post('/api/stays', { guest: 'Dora', ...span, room: 'blue' })
    await post('/api/stays', { guest: 'Eli', ...span, room: 'red' })
    await post('/api/system/views', { screen: 'stays', name: 'Blue rooms', query: 'room=blue' })
    await publish(page, journey.desk.url, RENAMED)
    await page.goto('/stays?room=blue')
    await expect.poll(guests).toEqual(['Dora'])
    await page.goto('/stays')
    await page.getByRole('link', { name: 'Blue rooms' }).click()
    await expect.poll(guests).toEqual(['Dora'])
    await page.goto('/stays?gone=blue')
    await page
      .getByText(word('This list is filtered by something that is not there any more, or that you may not see.'))
      .waitFor()
    await page.getByRole('button', { name: word('Filter not possible: {filter}', { filter: 'gone = blue' }) }).waitFor()
    expect(await page.getByRole('link', { name: /^(Dora|Eli)$/ }).count()).toBe(0)
  })
})

async function publish(page: Page, url: string, text: string): Promise<void> {
  const answer = await page.request.put('/api/system/document', {
    data: text,
    headers: { Origin: url, 'Content-Type': 'text/markdown' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
