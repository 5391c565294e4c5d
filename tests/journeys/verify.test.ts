// Has the published document verified in a real browser, by keyboard, and goes from what it says to the line.
import { expect, test } from 'vitest'
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
})
