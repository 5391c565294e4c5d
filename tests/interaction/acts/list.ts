// At a list: its rows by keyboard, selecting, filtering, looking at a row beside it.
import type { Stage } from '../stage.ts'
import { aim } from '../stage.ts'

const ALL = '/tickets?view=all'
const ROW = 'tr[data-record]'

export async function moveInList({ page, times, measure }: Stage): Promise<void> {
  await openList(page, ALL)
  await page.keyboard.press('j')
  for (const key of ['j', 'k', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'x'])
    for (let time = 0; time < times; time++) {
      await measure(`list: ${key}`, () => page.keyboard.press(key), { rest: 200 })
      if (key === 'x' || key === 'ArrowRight') await page.keyboard.press('ArrowDown')
      if (key === 'ArrowLeft') await page.keyboard.press('ArrowRight')
    }
  await page.keyboard.press('Escape')
  for (let time = 0; time < times; time++)
    await measure('list: Shift+ArrowDown', () => page.keyboard.press('Shift+ArrowDown'), { rest: 200 })
}

export async function selectAll({ page, times, measure }: Stage): Promise<void> {
  await openList(page, ALL)
  const box = page.getByRole('checkbox', { name: 'Select all that are shown' })
  await box.click()
  await box.click()
  for (let time = 0; time < times; time++) {
    await measure('list: select all', await aim(box))
    await measure('list: select none', await aim(box))
  }
}

export async function filterList({ page, times, measure }: Stage): Promise<void> {
  const button = page.getByRole('button', { name: 'Filter', exact: true })
  await openList(page, ALL)
  await warmUp()
  for (let time = 0; time < times; time++) {
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.waitForTimeout(1_500)
    await measure('filter: open', await aim(button))
    await measure('filter: letter', () => page.keyboard.press('p'), { rest: 200 })
    await measure(
      'filter: choose a field',
      await aim(page.getByRole('dialog').getByRole('button', { name: 'Priority' })),
    )
    await measure('filter: tick a value', await aim(page.getByRole('dialog').getByRole('checkbox', { name: 'Urgent' })))
    await measure('filter: apply', await aim(page.getByRole('button', { name: 'Apply' })))
  }

  /** Opens everything once before it is measured, since what is opened for the first time loads its code. */
  async function warmUp(): Promise<void> {
    await button.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Priority' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Urgent' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL('**priority=urgent**')
  }
}

export async function changeView({ page, times, measure }: Stage): Promise<void> {
  await openList(page, ALL)
  const views = page.getByRole('navigation', { name: 'Views of Tickets' })
  for (let time = 0; time < times; time++)
    for (const name of ['Solved', 'All'])
      await measure('list: another view', await aim(views.getByRole('link', { name })), { rest: 1_500 })
}

export async function searchList({ page, times, measure }: Stage): Promise<void> {
  await openList(page, ALL)
  await page.getByRole('searchbox').first().focus()
  for (let time = 0; time < times; time++)
    for (const letter of 'printer')
      await measure('list: letter in its search', () => page.keyboard.press(letter), { rest: 200 })
}

export async function peek({ page, times, measure }: Stage): Promise<void> {
  await openList(page, ALL)
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await page.locator('#details').waitFor()
  await page.keyboard.press('Escape')
  for (let time = 0; time < times; time++) {
    await page
      .locator(ROW)
      .nth(time + 1)
      .locator('[data-row-link]')
      .focus()
    await page.waitForTimeout(400)
    await measure('peek: open', () => page.keyboard.press('Space'), { rest: 800 })
    await measure('peek: next', () => page.keyboard.press('j'), { rest: 800 })
    await measure('peek: close', () => page.keyboard.press('Escape'))
  }
}

export async function openList(page: Stage['page'], path: string): Promise<void> {
  await page.goto(path)
  await page.locator(ROW).first().waitFor()
  // The rest of its code has come, and nothing else goes on.
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => name.includes('fetch-rest')),
    undefined,
    { polling: 100 },
  )
  await page.waitForTimeout(1_500)
}
