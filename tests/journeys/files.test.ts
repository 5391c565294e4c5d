// Files in the browser: added to a record and to a form, refused, uploaded again after a failure, taken away and brought back.
// @module-tag reference/files
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { PDF, PNG } from '../server/api/files/file-document.ts'
import { describeJourney, expectAccessible, expectFocus, HELPDESK, openAlive } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { word } from './words.ts'

const PICTURE = { name: 'screen.png', mimeType: 'image/png', buffer: PNG }
const PAPER = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: PDF }

describeJourney('files', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    visitor = await journey.visit(sample.agent)
    ;({ page } = visitor)
  })

  const box = (of = page) => of.getByRole('group', { name: 'Attachments' })
  const names = (of = page) => box(of).getByRole('listitem').getByRole('link').allInnerTexts()
  const input = () => page.locator('input[type=file]')

  /** Opens a ticket without files. */
  const openTicket = async (): Promise<string> => {
    const { id } = await visitor.post('/api/tickets', { subject: 'With files', description: 'They lie beside it.' })
    await openAlive(page, `/tickets/${id}`)
    return `/tickets/${id}`
  }
  const report = async (subject: string) => {
    await page.getByLabel('Subject').fill(subject)
    await page.getByRole('textbox', { name: 'Description' }).fill('They lie beside it, and are read by its readers.')
  }

  test('are added to a record, several at once, kept as they arrive, and saved from there as they were', async () => {
    await openTicket()
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
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      box().getByRole('link', { name: 'paper.pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('paper.pdf')
    expect(readFileSync(await download.path())).toEqual(PDF)
  })

  test('are taken away and brought back by keyboard', async () => {
    const keys = await keyboardOf(page)
    await openTicket()
    await input().setInputFiles([PICTURE, PAPER])
    await expect.poll(() => names()).toHaveLength(2)
    await keys.use(box().getByRole('button', { name: word('Remove {name}', { name: 'paper.pdf' }) }))
    await expect.poll(() => names()).toEqual(['screen.png'])
    await expectFocus(box())
    await keys.use(page.getByRole('button', { name: word('Undo') }))
    await expect.poll(async () => (await names()).toSorted()).toEqual(['paper.pdf', 'screen.png'])
  })

  test('two people add files at once, and none is lost', async () => {
    const path = await openTicket()
    const { page: other, forgive } = await journey.visit(sample.manager)
    await openAlive(other, path)
    // The later one may be refused once, and then adds theirs to the newer version.
    visitor.forgive(412)
    forgive(412)
    await Promise.all([
      input().setInputFiles({ ...PAPER, name: 'mine.pdf' }),
      other.locator('input[type=file]').setInputFiles({ ...PAPER, name: 'theirs.pdf' }),
    ])
    await expect
      .poll(async () => (await page.context().request.get(`/api${path}`)).text())
      .toMatch(/mine.*theirs|theirs.*mine/)
    await page.reload()
    await expect.poll(async () => (await names()).toSorted()).toEqual(['mine.pdf', 'theirs.pdf'])
  })

  test('that are too large, or too many, are not sent, and it is said why', async () => {
    await openAlive(page, '/report')
    await input().setInputFiles({ name: 'large.bin', mimeType: '', buffer: Buffer.alloc(10 * 1024 ** 2 + 1) })
    await box()
      .getByRole('listitem')
      .getByText('Attachments takes files up to 10 MB, and “large.bin” is larger.')
      .waitFor()
    await expectAccessible(page)
    await box()
      .getByRole('button', { name: word('Remove {name}', { name: 'large.bin' }) })
      .click()
    await input().setInputFiles([1, 2, 3, 4, 5, 6].map((each) => ({ ...PAPER, name: `${each}.pdf` })))
    await expect.poll(() => names()).toHaveLength(5)
    await box().getByRole('listitem').getByText(word('This is one too many.')).waitFor()
    await box()
      .getByRole('button', { name: word('Remove {name}', { name: '6.pdf' }) })
      .click()
    expect(
      await box()
        .getByRole('button', { name: word('Choose files') })
        .count(),
    ).toBe(0)
  })

  test('outlive a reload of a form, and go with the record that is created', async () => {
    await openAlive(page, '/report')
    await input().setInputFiles([1, 2, 3, 4, 5].map((each) => ({ ...PAPER, name: `${each}.pdf` })))
    await expect.poll(() => names()).toHaveLength(5)
    await report('With five files')
    await page.reload()
    await expect.poll(() => names()).toHaveLength(5)
    await page.getByRole('button', { name: 'Report a problem', exact: true }).click()
    await page.getByRole('heading', { name: /With five files/ }).waitFor()
    await expect.poll(() => names()).toHaveLength(5)
  })

  test('whose upload failed are tried again, and a form waits for them', async () => {
    await openAlive(page, '/report')
    visitor.forgive('ERR_INTERNET_DISCONNECTED')
    await report('After a failure')
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
})
