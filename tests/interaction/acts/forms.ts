// In forms: texts, a day, a related record; and cells that are edited in their place.
import type { Stage } from '../stage.ts'
import { aim } from '../stage.ts'
import { openList } from './list.ts'
import { openOwn } from './record.ts'

export async function typeInForm({ page, times, measure }: Stage): Promise<void> {
  await page.goto('/report')
  await page.getByLabel('Subject').waitFor()
  await page.waitForTimeout(3_000)
  for (const field of ['Subject', 'Description']) {
    await page.getByLabel(field).first().focus()
    for (let time = 0; time < times; time++)
      await measure('form: letter', () => page.keyboard.press('abcdefgh '.charAt(time % 9)), { rest: 200 })
  }
}

export async function chooseInForm({ page, times, measure }: Stage): Promise<void> {
  await openOwn(page)
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  const dialog = page.getByRole('dialog', { name: /^Edit / })
  for (let time = -1; time < times; time++) {
    const does: Stage['measure'] = time < 0 ? async (_, work) => work().then(() => page.waitForTimeout(800)) : measure
    await does('form: open at a record', await aim(edit), { rest: 1_000 })
    const days = dialog.getByRole('button', { name: /^Choose a day/ }).first()
    await days.scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
    await does('form: open the days', await aim(days))
    await does('form: another day', () => page.keyboard.press('ArrowRight'), { rest: 200 })
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
    const people = dialog.getByRole('combobox', { name: 'Assignee' })
    await people.scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
    await does('form: open a relation', await aim(people), { rest: 800 })
    await page.keyboard.press('Control+a')
    for (const letter of 'fuchs')
      await does('form: letter in a relation', () => page.keyboard.press(letter), { rest: 200 })
    await page.keyboard.press('Escape')
    await page.waitForTimeout(300)
    await does('form: close', await aim(dialog.getByRole('button', { name: 'Cancel' })))
  }
}

export async function editCells({ page, times, measure }: Stage): Promise<void> {
  await openList(page, '/tickets')
  const rows = page.locator('tr[data-record]')
  for (let time = -1; time < times; time++) {
    const does: Stage['measure'] = time < 0 ? async (_, work) => work().then(() => page.waitForTimeout(800)) : measure
    const row = rows.nth(time + 2)
    await row.locator('[data-row-link]').focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(400)
    await does('cell: edit', () => page.keyboard.press('e'), { shows: '[data-editor] input', rest: 500 })
    await row.locator('[data-editor] input').first().waitFor()
    for (const letter of 'abc') await does('cell: letter', () => page.keyboard.press(letter), { rest: 200 })
    // Nothing is sent.
    for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Control+z')
    await page.keyboard.press('Escape')
    await row.locator('[data-editor]').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('e')
    await row.locator('[data-editor] input').first().waitFor()
    await page.waitForTimeout(400)
    await does('cell: Tab to the next', () => page.keyboard.press('Tab'), { rest: 1_000 })
    await page.keyboard.press('Escape')
    await page.waitForTimeout(300)
  }
}
