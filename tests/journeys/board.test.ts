// Moving cards on a board: by dragging and by keyboard, with what each transition asks, and why not where it is refused.
// @module-tag reference/point-2-screens-and-routes
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, HELPDESK } from './journey.ts'
import { label, word, wording } from './words.ts'

describeJourney('an agent at the board', HELPDESK, (journey) => {
  let page: Page

  beforeEach(async () => {
    ;({ page } = await journey.visit(sample.agent))
    await page.goto('/board')
    await cardsIn('New').first().waitFor()
  })

  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const cardsIn = (name: string) => column(name).getByRole('listitem')
  const titleOf = async (name: string) => (await cardsIn(name).first().getByRole('link').textContent()) ?? ''

  test('finds what is missing at the foot of the board, in sight as that of a list', async () => {
    const missing = await page.getByRole('button', { name: word('Why can’t I …?') }).boundingBox()
    const board = await page.getByRole('region', { name: 'Board' }).boundingBox()
    expect((missing?.y ?? 0) + (missing?.height ?? 0)).toBeLessThanOrEqual(900)
    expect((missing?.x ?? 0) + (missing?.width ?? 0)).toBeCloseTo((board?.x ?? 0) + (board?.width ?? 0), 0)
  })

  test('drags a new ticket to Open: that is the transition "take"', async () => {
    const title = await titleOf('New')
    await cardsIn('New')
      .first()
      .dragTo(column(label('Open')))
    await page.getByText(word('{title} moved to {word}.', { title, word: label('Open') })).waitFor()
    await column(label('Open')).getByText(title).waitFor()
  })

  test('drops one where it may not go, and reads why', async () => {
    await cardsIn('New').first().dragTo(column('Resolved'))
    await page
      .getByRole('alert')
      .filter({ hasText: word('This can’t move from {from} to {word}.', { from: 'New', word: 'Resolved' }) })
      .waitFor()
    expect(await column('Resolved').getAttribute('data-drop')).toBeNull()
  })

  test('reads the title beside the icon that moves the card', async () => {
    const cards = await cardsIn('New').all()
    for (const card of cards.slice(0, 5)) {
      await card.hover()
      const icon = await card.getByRole('button', { name: wording('Move {title} to another column') }).boundingBox()
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
    await cardsIn(label('Open')).first().waitFor()
    const own = column(label('Open')).locator('li[data-movable]').first()
    const title = (await own.getByRole('link').textContent()) ?? ''
    await own.getByRole('button', { name: wording('Move {title} to another column') }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Resolved' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Resolved' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Resolution').fill('The cable was loose.')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'hidden' })
    await column('Resolved').getByRole('listitem').filter({ hasText: title }).waitFor()
  })

  test('reads in the menu why a card cannot be moved there', async () => {
    await cardsIn('New')
      .first()
      .getByRole('button', { name: wording('Move {title} to another column') })
      .focus()
    await page.keyboard.press('Enter')
    const refused = page.getByRole('menuitem', {
      name: `Resolved ${word('This can’t move from {from} to {word}.', { from: 'New', word: 'Resolved' })}`,
    })
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
    await page.getByRole('searchbox', { name: word('Search {name}', { name: 'tickets' }) }).fill('zzzz')
    await page.waitForURL(/[?&]q=zzzz/)
    await column('New').getByText(word('Nothing here')).waitFor()
    await page.goto('/board')
    await cardsIn('New').first().waitFor()
    await column('New')
      .getByRole('button', { name: word('New {name} in {column}', { name: 'ticket', column: 'New' }) })
      .click()
    await page.getByRole('dialog', { name: 'New ticket' }).getByLabel('Subject').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })
})
