// At a record: opened from its list, left again, its menu, what is asked by a transition, a fact changed in its place.
import type { Stage } from '../stage.ts'
import { aim } from '../stage.ts'
import { openList } from './list.ts'

const OWN = '/tickets'

export async function openRecords({ page, times, measure }: Stage): Promise<void> {
  await openList(page, '/tickets?view=all')
  const links = page.locator('tr[data-record] [data-row-link]')
  const back = page.getByRole('navigation', { name: 'Where this record stands' }).getByRole('link').first()
  await links.nth(1).click()
  await page.locator('#details').waitFor()
  await back.click()
  for (let time = 0; time < times; time++) {
    await links.nth(time + 2).waitFor()
    await links.nth(time + 2).focus()
    await page.waitForTimeout(500)
    const isKey = time % 2 === 0
    const enter = () => page.keyboard.press('Enter')
    const click = () => aim(links.nth(time + 2))
    await measure(`record: open by ${isKey ? 'Enter' : 'a click'}, its page`, isKey ? enter : await click(), {
      shows: '#details',
      rest: 1_000,
    })
    await measure('record: back, the list', await aim(back), { shows: 'tr[data-record]', rest: 1_000 })
    await links.nth(time + 2).focus()
    await page.waitForTimeout(500)
    await measure(`record: open by ${isKey ? 'a click' : 'Enter'}`, isKey ? await click() : enter, { rest: 1_500 })
    await measure('record: next, J', () => page.keyboard.press('j'), { rest: 1_500 })
    await measure('record: back', await aim(back), { rest: 1_000 })
  }
}

export async function useRecord({ page, times, measure }: Stage): Promise<void> {
  await openOwn(page)
  const menu = page.getByRole('button', { name: 'More for this ticket' })
  const ask = page.getByRole('button', { name: 'Resolve', exact: true })
  for (let time = -1; time < times; time++) {
    const does: Stage['measure'] = time < 0 ? async (_, work) => work().then(() => page.waitForTimeout(800)) : measure
    await does('record: open its menu', await aim(menu))
    await page.keyboard.press('Escape')
    await page.waitForTimeout(400)
    await does('record: open a transition', await aim(ask), { rest: 800 })
    for (const letter of 'Done')
      await does('record: letter in a transition', () => page.keyboard.press(letter), { rest: 200 })
    await page.keyboard.press('Escape')
    await page.waitForTimeout(400)
    await page.getByRole('textbox', { name: 'Comment' }).focus()
    for (const letter of 'Seen')
      await does('record: letter in a comment', () => page.keyboard.press(letter), { rest: 200 })
  }
}

/** One of the agent's own, which can be changed. */
export async function openOwn(page: Stage['page']): Promise<void> {
  await openList(page, OWN)
  await page.locator('tr[data-record]').filter({ hasText: 'Open' }).first().locator('[data-row-link]').click()
  await page.locator('#details').waitFor()
  await page.waitForTimeout(1_500)
}
