// Moving cards on a board: by dragging and by keyboard, with what each transition asks, and why not where it is refused.
// @module-tag reference/point-2-screens-and-routes
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectAccessible, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'

describe.skipIf(browserPath === undefined)('an agent at the board', () => {
  let journey: Journey
  let page: Page
  let complaints: readonly string[]

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page, complaints } = await journey.visit(sample.agent))
    await page.goto('/board')
    await cardsIn('New').first().waitFor()
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const cardsIn = (name: string) => column(name).getByRole('listitem')
  const titleOf = async (name: string) => (await cardsIn(name).first().getByRole('link').textContent()) ?? ''

  test('finds what is missing at the foot of the board, in sight as that of a list', async () => {
    const missing = await page.getByRole('button', { name: 'Why can’t I …?' }).boundingBox()
    const board = await page.getByRole('region', { name: 'Board' }).boundingBox()
    expect((missing?.y ?? 0) + (missing?.height ?? 0)).toBeLessThanOrEqual(900)
    expect((missing?.x ?? 0) + (missing?.width ?? 0)).toBeCloseTo((board?.x ?? 0) + (board?.width ?? 0), 0)
  })

  test('drags a new ticket to Open: that is the transition "take"', async () => {
    const title = await titleOf('New')
    await cardsIn('New').first().dragTo(column('Open'))
    await page.getByText(`${title} moved to Open.`).waitFor()
    await column('Open').getByText(title).waitFor()
  })

  test('drops one where it may not go, and reads why', async () => {
    await cardsIn('New').first().dragTo(column('Resolved'))
    await page.getByRole('alert').filter({ hasText: 'This can’t move from New to Resolved.' }).waitFor()
    expect(await column('Resolved').getAttribute('data-drop')).toBeNull()
  })

  test('reads the title beside the icon that moves the card', async () => {
    const cards = await cardsIn('New').all()
    for (const card of cards.slice(0, 5)) {
      await card.hover()
      const icon = await card.getByRole('button', { name: /^Move / }).boundingBox()
      const lines = await card.getByRole('link').evaluate((link) => {
        const text = document.createRange()
        text.selectNodeContents(link)
        return Array.from(text.getClientRects(), ({ right, top }) => ({ right, top }))
      })
      if (!icon) throw new Error('There is no icon.')
      const covered = lines.filter(({ right, top }) => right > icon.x && top < icon.y + icon.height)
      expect(covered).toEqual([])
    }
  })

  test('moves one by keyboard, and is asked what its transition asks', async () => {
    await page.reload()
    await cardsIn('Open').first().waitFor()
    const own = column('Open').locator('li[data-movable]').first()
    await own.getByRole('button', { name: /^Move / }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Resolved' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Resolved' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Resolution').fill('The cable was loose.')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'hidden' })
    // The card is there, and the keyboard has been led on from the dialog: nothing moves any more.
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(300)
  })

  test('reads in the menu why a card cannot be moved there', async () => {
    // Tried again, it begins without a menu.
    await page.keyboard.press('Escape')
    await cardsIn('New')
      .first()
      .getByRole('button', { name: /^Move / })
      .focus()
    await page.keyboard.press('Enter')
    const refused = page.getByRole('menuitem', { name: /Resolved\s*This can’t move from New to Resolved\./ })
    await refused.waitFor()
    // The keyboard reaches it, and leaves the menu where it began.
    const isAt = () => refused.evaluate((item) => item === document.activeElement)
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return isAt()
      })
      .toBe(true)
    await page.keyboard.press('Escape')
    await refused.waitFor({ state: 'hidden' })
  })

  test('filters by words that the address keeps, and begins a new ticket in its column', async () => {
    await page
      .getByRole('searchbox', { name: 'Search tickets' })
      .or(page.getByLabel('Search tickets'))
      .first()
      .fill('zzzz')
    await page.waitForURL(/[?&]q=zzzz/)
    await column('New').getByText('Nothing here').waitFor()
    await page.goto('/board')
    await cardsIn('New').first().waitFor()
    await column('New').getByRole('button', { name: 'New ticket in New' }).click()
    await page.getByRole('dialog', { name: 'New ticket' }).getByLabel('Subject').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  test('without a complaint of the browser', () => {
    expect(complaints).toEqual([])
  })
})
