// Files in the browser: added to a record and to a form, refused, uploaded again after a failure, taken away and brought back.
// @module-tag reference/files
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { browserPath } from '../browser/browser.ts'
import { PDF, PNG } from '../server/api/files/file-document.ts'
import { expectAccessible, expectFocus, openAlive, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { word } from './words.ts'

const PICTURE = { name: 'screen.png', mimeType: 'image/png', buffer: PNG }
const PAPER = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: PDF }

describe.skipIf(browserPath === undefined)('files', () => {
  stopAtBrokenStep()
  let journey: Journey
  let page: Page
  let complaints: readonly string[]
  let forgive: (status: number) => void
  let path = ''

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page, complaints, forgive } = await journey.visit(sample.agent))
    const filter = encodeURIComponent('status == "open" and attachments.count() == 0')
    const answer = await page.context().request.get(`/api/tickets?limit=1&filter=${filter}`)
    const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] }
    path = `/tickets/${items[0]?.id}`
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  const box = (of = page) => of.getByRole('group', { name: 'Attachments' })
  const names = (of = page) => box(of).getByRole('listitem').getByRole('link').allInnerTexts()
  const input = () => page.locator('input[type=file]')

  test('are added to a record, several at once, and kept as they arrive', async () => {
    await openAlive(page, path)
    await input().setInputFiles([PICTURE, PAPER])
    await expect.poll(() => names()).toEqual(expect.arrayContaining(['screen.png', 'paper.pdf']))
    await page
      .getByRole('region', { name: word('History') })
      .getByText('paper.pdf')
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.reload()
    await expect.poll(async () => (await names()).toSorted()).toEqual(['paper.pdf', 'screen.png'])
  })

  test('are saved from there, as they were', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      box().getByRole('link', { name: 'paper.pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('paper.pdf')
    expect(readFileSync(await download.path())).toEqual(PDF)
  })

  test('are taken away and brought back by keyboard', async () => {
    const keys = await keyboardOf(page)
    await openAlive(page, path)
    await keys.use(box().getByRole('button', { name: 'Remove paper.pdf' }))
    await expect.poll(() => names()).toEqual(['screen.png'])
    await expectFocus(box())
    await keys.use(page.getByRole('button', { name: word('Undo') }))
    await expect.poll(async () => (await names()).toSorted()).toEqual(['paper.pdf', 'screen.png'])
  })

  test('two people add files at once, and none is lost', async () => {
    const { page: other } = await journey.visit(sample.manager)
    await openAlive(other, path)
    // The later one may be refused once, and then adds theirs to the newer version.
    forgive(412)
    await Promise.all([
      input().setInputFiles({ ...PAPER, name: 'mine.pdf' }),
      other.locator('input[type=file]').setInputFiles({ ...PAPER, name: 'theirs.pdf' }),
    ])
    await expect
      .poll(async () => (await page.context().request.get(`/api${path}`)).text())
      .toMatch(/mine.*theirs|theirs.*mine/)
    await page.reload()
    await expect
      .poll(async () => (await names()).toSorted())
      .toEqual(['mine.pdf', 'paper.pdf', 'screen.png', 'theirs.pdf'])
  })

  test('that are too large, or too many, are not sent, and it is said why', async () => {
    await openAlive(page, '/report')
    await input().setInputFiles({ name: 'large.bin', mimeType: '', buffer: Buffer.alloc(10 * 1024 ** 2 + 1) })
    await box()
      .getByRole('listitem')
      .getByText('Attachments takes files up to 10 MB, and “large.bin” is larger.')
      .waitFor()
    await expectAccessible(page)
    await box().getByRole('button', { name: 'Remove large.bin' }).click()
    await input().setInputFiles([1, 2, 3, 4, 5, 6].map((each) => ({ ...PAPER, name: `${each}.pdf` })))
    await expect.poll(() => names()).toHaveLength(5)
    await box().getByRole('listitem').getByText(word('This is one too many.')).waitFor()
    await box().getByRole('button', { name: 'Remove 6.pdf' }).click()
    expect(
      await box()
        .getByRole('button', { name: word('Choose files') })
        .count(),
    ).toBe(0)
  })

  test('outlive a reload of a form, and go with the record that is created', async () => {
    await page.getByLabel('Subject').fill('With five files')
    await page
      .getByRole('textbox', { name: 'Description' })
      .fill('They lie beside it, and are read by whoever reads it.')
    await page.reload()
    await expect.poll(() => names()).toHaveLength(5)
    await page.getByRole('button', { name: 'Report a problem', exact: true }).click()
    await page.getByRole('heading', { name: /With five files/ }).waitFor()
    await expect.poll(() => names()).toHaveLength(5)
  })

  test('whose upload failed are tried again, and a form waits for them', async () => {
    await openAlive(page, '/report')
    await page.getByLabel('Subject').fill('After a failure')
    await page
      .getByRole('textbox', { name: 'Description' })
      .fill('The line was broken for a moment, and then it was not.')
    await page.context().setOffline(true)
    await input().setInputFiles(PAPER)
    await box().getByRole('listitem').getByText('The server can’t be reached.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Report a problem', exact: true }).click()
    await page.getByText('Attachments has a file that is not uploaded yet.').waitFor()
    await box()
      .getByRole('button', { name: word('Try again') })
      .click()
    await expect.poll(() => names()).toEqual(['paper.pdf'])
    await page.getByRole('button', { name: 'Report a problem', exact: true }).click()
    await page.getByRole('heading', { name: /After a failure/ }).waitFor()
    await expect.poll(() => names()).toEqual(['paper.pdf'])
  })

  test('nothing was complained about but the network', () => {
    expect(complaints.filter((each) => !/ERR_INTERNET_DISCONNECTED|mouse was used/.test(each))).toEqual([])
  })
})
