// At a board: a card's menu by keyboard, and the card in another column.
import type { Stage } from '../stage.ts'

/** Each takes a ticket that was new: it is written. */
export async function moveCards({ page, times, measure }: Stage): Promise<void> {
  await page.goto('/board')
  const cards = page.getByRole('region', { name: 'New', exact: true }).getByRole('listitem')
  await cards.first().waitFor()
  await page.waitForTimeout(3_000)
  for (let time = -1; time < times; time++) {
    const does: Stage['measure'] = time < 0 ? async (_, work) => work().then(() => page.waitForTimeout(800)) : measure
    await cards
      .nth(1)
      .getByRole('button', { name: /^Move / })
      .focus()
    await does('board: open "Move to"', () => page.keyboard.press('Enter'))
    const open = page.getByRole('menuitem', { name: 'Open', exact: true })
    await open.focus()
    await does('board: move a card', () => page.keyboard.press('Enter'), { rest: 2_000 })
  }
}
