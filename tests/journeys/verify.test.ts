// Has the published document verified in a real browser, by keyboard, and goes from what it says to the line.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { LatestVerificationBody } from '#shared/protocol/verification.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { describeJourney, expectAccessible, expectFocus } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { word, wording } from './words.ts'

const AUTHOR = 'ada@example.com'
const PEOPLE = [{ at: '-P2D', name: 'Ada', email: AUTHOR, administrator: true }]
const sample = sampleOf(JSON.stringify({ password: samplePassword, people: PEOPLE, actions: [] }))

const document = documentOf({
  2: '| route | screen | shows | for |\n|---|---|---|---|\n| /notes | Notes | table of Note | Writer |\n',
  3: '### Note\n\n| field | type | required | limits |\n|---|---|---|---|\n| subject | text | yes | max 5 |\n\n- title: `subject`\n',
  6: '| role | is |\n|---|---|\n| Writer | writes |\n\n| role | entity | may | where |\n|---|---|---|---|\n| Writer | Note | read | |\n',
})

describeJourney('a document that is verified', { document, sample }, (journey) => {
  test('says of each line what came of it, and keeps that for the next visit', async () => {
    const { page } = await journey.visit(AUTHOR)
    const keys = await keyboardOf(page)
    await page.goto('/studio/verify')
    await page.getByText(word('Nothing was verified yet.')).waitFor()
    await keys.skipMenu()
    await keys.use(page.getByRole('button', { name: word('Verify the document'), exact: true }))
    const again = page.getByRole('button', { name: word('Verify again'), exact: true })
    await again.waitFor()
    await expectFocus(again)
    const said = page.getByText(wording('No line failed: {passed} passed, {untested} are not testable.'))
    await said.waitFor()
    const grant = page.getByRole('listitem').filter({ hasText: 'Writer · Note · read' })
    await grant.getByText(word('passed'), { exact: true }).waitFor()
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page)
      expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(width)
    }
    await page.reload()
    await said.waitFor()
    await keys.use(grant.getByRole('link', { name: wording('Line {line}') }))
    const line = page.locator('li[aria-current="location"]')
    await expect.poll(() => line.textContent()).toContain('| Writer | Note | read |')
  })

  test('shows the lines that one chooses, copies what repeats a failure, and saves JUnit XML', async () => {
    const { page, context } = await journey.visit(AUTHOR)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const curl = `NOTE_1='…' # id of a Note with {"subject":"abc"}\ncurl -i '${journey.desk.url}/api/notes/'"$NOTE_1"`
    // The product fails nowhere: an answer in which one line has failed.
    await page.route('**/api/system/verification', async (route) => {
      const answered = await route.fetch()
      const body = (await answered.json()) as LatestVerificationBody
      const lines = body.verification?.lines?.map((each) =>
        each.text.includes('| Writer | Note | read |')
          ? {
              ...each,
              outcome: 'failed',
              failed: 1,
              failures: [{ says: 'Writer 1 reads it', problem: 'expected', curl }],
            }
          : each,
      )
      await route.fulfill({ json: { verification: { ...body.verification, lines } } })
    })
    await page.goto('/studio/verify')
    const rows = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: wording('Line {line}') }) })
    await page.getByText('Writer 1 reads it').waitFor()
    expect(await rows.count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: new RegExp(word('Copy the request')) }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(curl)
    await page.getByRole('radio', { name: new RegExp(word('All lines')) }).click({ force: true })
    await expect.poll(() => rows.count()).toBeGreaterThan(1)
    await page.getByRole('radio', { name: new RegExp(word('Not testable')) }).click({ force: true })
    await expect.poll(() => rows.filter({ hasText: word('passed') }).count()).toBe(0)
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: word('JUnit XML') }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/\.junit\.xml$/)
    expect(await readFile(await saved.path(), 'utf8')).toContain('<failure message="expected"')
  })
})
