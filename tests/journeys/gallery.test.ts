// A gallery: pictures on cards, the arrow keys, search and selection, the card one comes back to, and a new picture by a librarian.
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { readShipped } from '../helpers/compile-document.ts'
import { readSampleOf } from '../screens/sample-of.ts'
import { describeJourney, expectAccessible, expectFocus } from './journey.ts'
import { word } from './words.ts'

const document = readShipped('library')
const sample = readSampleOf('library')

describeJourney('a visitor of the library, and a librarian', { document, sample }, (journey) => {
  let page: Page

  beforeEach(async () => {
    const visitor = await journey.visit()
    ;({ page } = visitor)
    visitor.forgive(401)
    await page.goto('/covers')
    await card('Cosmos').waitFor()
  })

  const card = (name: string) =>
    page.getByRole('list', { name: 'Covers' }).getByRole('listitem').filter({ hasText: name })
  const link = (name: string) => card(name).getByRole('link')
  const focused = async () => page.evaluate(() => globalThis.document.activeElement?.textContent?.trim())

  test('sees a small picture of each title beside its facts, on a phone two in a line', async () => {
    const picture = card('Cosmos').locator('img')
    expect(await picture.getAttribute('src')).toMatch(/^\/api\/system\/files\/[\w-]{22}\?width=480$/)
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 100))
      .toBe(true)
    await card('Cosmos').getByText('Carl Sagan').waitFor()
    await expectAccessible(page)
    const cards = page.getByRole('list', { name: 'Covers' }).getByRole('listitem')
    const linesOf = async () =>
      new Set((await Promise.all((await cards.all()).map(async (each) => (await each.boundingBox())?.y))).slice(0, 3))
        .size
    expect(await linesOf()).toBe(1)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(linesOf).toBe(2)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect.poll(linesOf).toBe(1)
  })

  test('goes from card to card by the arrow keys, and by J and K', async () => {
    await link('Cosmos').focus()
    await page.keyboard.press('ArrowRight')
    await expectFocus(link('Dracula'))
    await page.keyboard.press('ArrowDown')
    const below = await focused()
    const [first, second] = [await link('Dracula').boundingBox(), await page.locator(':focus').boundingBox()]
    expect(below).not.toBe('Dracula')
    expect(Math.round(second?.x ?? 0)).toBe(Math.round(first?.x ?? -1))
    await page.keyboard.press('ArrowUp')
    await expectFocus(link('Dracula'))
    await page.keyboard.press('j')
    await expectFocus(link('Dune'))
  })

  test('opens a title, goes on to the next of the gallery, and comes back to the card', async () => {
    await link('Walden').click()
    await page.getByRole('heading', { level: 1, name: 'Walden' }).waitFor()
    await page.goBack()
    await expectFocus(link('Walden'))
    await expect
      .poll(() => card('Walden').evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true)
    await link('Dune').click()
    await page.getByRole('heading', { level: 1, name: 'Dune' }).waitFor()
    await page.getByRole('link', { name: word('Next record') }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 1, name: 'Emma' }).waitFor()
  })

  test('searches and filters, as in any list', async () => {
    await page.getByRole('searchbox', { name: word('Search {name}', { name: 'titles' }) }).fill('sagan')
    await expect.poll(() => page.getByRole('list', { name: 'Covers' }).getByRole('listitem').count()).toBe(1)
    await page.getByRole('searchbox', { name: word('Search {name}', { name: 'titles' }) }).fill('')
    await card('Emma').waitFor()
  })

  test('a librarian gives a title another picture, and it stands on its card', async () => {
    const visitor = await journey.visit('omar.haddad@example.com')
    const { page: desk } = visitor
    await desk.goto('/covers')
    const title = desk.getByRole('list', { name: 'Covers' }).getByRole('listitem').filter({ hasText: 'Emma' })
    const before = await title.locator('img').getAttribute('src')
    await title.getByRole('link').click()
    await desk.getByRole('heading', { level: 1, name: 'Emma' }).waitFor()
    const cover = readFileSync(new URL('../../shared/documents/library/heidi.webp', import.meta.url))
    const chooser = desk.waitForEvent('filechooser')
    await desk
      .getByRole('button', { name: /Replace|Choose/ })
      .first()
      .click()
    await (await chooser).setFiles({ name: 'new.webp', mimeType: 'image/webp', buffer: cover })
    await desk.getByRole('link', { name: /new\.webp/ }).waitFor()
    // Facts in the sections of the document are edited in place, too.
    await desk.getByRole('button', { name: word('Change {name}', { name: 'author' }) }).click()
    await desk.getByRole('textbox', { name: 'Author' }).fill('Miss Austen')
    await desk.keyboard.press('Enter')
    await desk.getByRole('definition').filter({ hasText: 'Miss Austen' }).waitFor()
    await desk.goto('/covers')
    await expect.poll(() => title.locator('img').getAttribute('src')).not.toBe(before)
    await title.getByText('Miss Austen').waitFor()
  })
})
