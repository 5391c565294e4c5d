// In the command palette: letters, and digits that lead to a ticket.
import type { Stage } from '../stage.ts'
import { openList } from './list.ts'

export async function usePalette({ page, times, measure }: Stage): Promise<void> {
  await openList(page, '/tickets?view=all')
  const box = page.getByRole('textbox', { name: 'Find a record, a screen or a command' })
  const close = async () => {
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await page.waitForTimeout(300)
  }
  await page.keyboard.press('Control+k')
  await box.waitFor()
  await close()
  for (let time = 0; time < times / 2; time++)
    for (const [act, text] of [
      ['palette: letter', 'printer'],
      ['palette: digit', String(35_617 + time * 7_919)],
    ] as const) {
      await measure('palette: open', () => page.keyboard.press('Control+k'))
      for (const key of text) await measure(act, () => page.keyboard.press(key), { rest: 200 })
      await measure('palette: ArrowDown', () => page.keyboard.press('ArrowDown'))
      await close()
    }
}
