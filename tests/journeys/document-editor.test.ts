// The editor of the document in a real browser: tables by cell, the outline, the help beside it, names renamed everywhere.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { helpdeskSample } from '../apps/people-sample.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { readText } from './document-text.ts'
import { describeJourney, expectAccessible, expectFocus } from './journey.ts'
import { label, word } from './words.ts'

describeJourney('the editor', { document: readShipped('helpdesk'), sample: helpdeskSample() }, (journey) => {
  let page: Page

  beforeEach(async () => {
    ;({ page } = await journey.visit(sample.administrator))
    await page.request.delete('/api/system/document/draft', { headers: { Origin: journey.desk.url } })
    await page.goto('/studio')
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    await expectFocus(area())
  })

  const area = () => page.getByRole('textbox', { name: word('Text of the document') })
  const menuItem = (name: string) => page.getByRole('menuitem', { name })
  /** Selects a text that stands in the document, by the search of the editor. */
  const find = async (text: string): Promise<void> => {
    await area().press('Control+f')
    await expectFocus(page.getByRole('textbox', { name: word('Find') }))
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expectFocus(area())
  }
  const rowsWith = async (start: string): Promise<readonly string[]> => {
    const lines = (await readText(area())).split('\n')
    return lines.filter((line) => line.startsWith(start))
  }

  test('tables by keyboard: Tab goes from cell to cell and adds a row, names are offered, columns align, and Esc leaves', async () => {
    const before = (await rowsWith('|')).length
    await find('| take | new')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => String(getSelection()))).toBe('open')
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate(() => String(getSelection()))).toBe('new')
    // The states of the entity may stand here.
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+Space')
    await page.getByRole('option', { name: /^waiting/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.type('new')
    await find('| Customer | report')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('An auditor from outside')
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Control+Home')
    const rows = await rowsWith('|')
    expect(rows).toHaveLength(before + 1)
    const at = rows.findIndex((row) => row.startsWith('| An auditor from outside'))
    expect(rows[at + 1]).toMatch(/^\| Customer {2,}\| report/)
    await area().press('Control+Home')
    await find('| take ')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await area().evaluate((element) => element === document.activeElement)).toBe(false)
  })

  test('tables by finger: the menu moves rows and adds columns, and begins a table', async () => {
    await find('| take | new')
    await page.getByRole('button', { name: word('Table'), exact: true }).click()
    await expectAccessible(page)
    await menuItem(word('Move row down')).click()
    await expectFocus(area())
    await page.getByRole('button', { name: word('Table'), exact: true }).click()
    await menuItem(word('Add column right')).click()
    await expectFocus(area())
    await page.keyboard.type('note')
    const [take = ''] = await rowsWith('| take ')
    const [heading = ''] = (await readText(area())).split('\n').filter((line) => /^\|.*\| note\b/.test(line))
    expect(take.split('|').length).toBe(heading.split('|').length)
    await find(heading.slice(0, 12))
    await page.keyboard.press('Control+Home')
    await page.getByRole('button', { name: word('Table'), exact: true }).click()
    await menuItem(word('New table …')).waitFor()
    await page.keyboard.press('Escape')
  })

  test('the outline leads to a point, marks the one of the caret, and counts its problems', async () => {
    const outline = page.getByRole('navigation', { name: word('Outline') })
    await outline.getByRole('button').first().waitFor()
    await outline.getByRole('button', { name: /^4/ }).click()
    await expectFocus(area())
    await expect.poll(() => outline.locator('[aria-current]').allInnerTexts()).toEqual([expect.stringMatching(/^4/)])
    await find('| take | new')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('x')
    await outline.getByRole('img', { name: word('{count} error', { count: 1 }) }).waitFor()
    await outline.getByRole('button', { name: 'Ticket.status' }).and(page.locator('[aria-current]')).waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText(word('Outline'), { exact: true }).click()
    await page.getByRole('button', { name: /^9/ }).click()
    await expectFocus(area())
    await expectAccessible(page)
  })

  test('the help beside the editor follows the caret and its own links, and is remembered', async () => {
    await find('| take | new | open | Ag')
    const toggle = page.getByRole('button', { name: word('Help'), exact: true })
    await toggle.click()
    const help = page.getByRole('complementary', { name: word('Help on this place') })
    await help.getByRole('heading', { name: label('Who') }).waitFor()
    await find('## 6. Roles')
    await help.getByRole('heading', { name: 'Point 6: roles and permissions' }).waitFor()
    await expectAccessible(page)
    await help.getByRole('listitem').getByRole('link').first().click()
    await help.getByRole('heading', { name: 'Point 6: roles and permissions' }).waitFor({ state: 'detached' })
    expect(page.url()).toMatch(/\/studio$/)
    await page.reload()
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    await help.getByRole('heading').first().waitFor()
    await help.getByRole('button', { name: word('Close the help') }).click()
    await help.waitFor({ state: 'detached' })
    await expectFocus(area())
  })

  test('F2 renames a field everywhere with its former name, and Undo takes it back', async () => {
    await find('| priority')
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: word('Rename everywhere') })
    const name = dialog.getByRole('textbox', { name: word('New name') })
    await name.fill('subject')
    await dialog.getByRole('button', { name: word('Rename') }).click()
    await dialog.getByRole('alert').waitFor()
    await expectAccessible(page)
    await name.fill('Urgency')
    await dialog.getByRole('button', { name: word('Rename') }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectFocus(area())
    const text = await readText(area())
    expect(text).toContain('`urgency != "urgent"`')
    expect(text).toMatch(/^\| Urgency \|.*\| priority \|$/m)
    await page.getByText(word('No errors.')).waitFor()
    await area().press('Control+z')
    expect(await readText(area())).toContain('`priority != "urgent"`')
  })
})
