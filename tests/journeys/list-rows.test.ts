// The rows of a list, its cells and columns: long lists, what is chosen and copied, and the way back to where one was.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, HELPDESK } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { cellUnder, recordRows, rowNamed, textsUnder } from './table.ts'
import { label, word, wording } from './words.ts'

describeJourney('an agent with the rows of a list', HELPDESK, (journey) => {
  let page: Page
  let forgive: JourneyVisitor['forgive']

  beforeEach(async () => {
    ;({ page, forgive } = await journey.visit(sample.agent))
  })

  const table = () => page.getByRole('table', { name: 'Tickets' })
  const rows = () => recordRows(page, 'Tickets')
  const foot = () => page.getByText(wording('{shown} of {count}', { shown: /\d+/, count: /\d+/ }))
  const count = async () => Number(/of (\d+)/.exec((await foot().textContent()) ?? '')?.[1])

  test('sees the rows while they are counted, and also where that takes too long', async () => {
    const isCounting = /[?&]count=exact/
    let isRefused = false
    let go: (() => void) | undefined
    await page.route(isCounting, async (route) => {
      if (isRefused)
        return route.fulfill({ status: 400, json: { status: 400, code: 'too_costly', detail: 'Too long.' } })
      await new Promise<void>((resolve) => (go = resolve))
      return route.continue()
    })
    await page.goto('/tickets?view=all')
    await expect.poll(() => rows().count()).toBeGreaterThan(10)
    expect(await foot().count()).toBe(0)
    await expect.poll(() => go !== undefined).toBe(true)
    go?.()
    expect(await count()).toBeGreaterThan(100)
    isRefused = true
    forgive(400)
    const refusal = page.waitForResponse((response) => response.status() === 400)
    await page.goto('/tickets?view=all&sort=subject')
    await refusal
    await expect.poll(() => rows().count()).toBeGreaterThan(10)
    expect(await page.getByText('Too long.').count()).toBe(0)
  })

  test('scrolls on without end, and comes back to the very place', async () => {
    await page.goto('/tickets?view=all')
    const region = page.getByRole('region', { name: 'Tickets' })
    await rows().first().waitFor()
    for (const top of [3_000, 6_000, 9_000]) {
      await region.evaluate((element, to) => element.scrollTo({ top: to }), top)
      const loaded = async () => Number.parseInt((await foot().textContent()) ?? '', 10)
      await expect.poll(loaded).toBeGreaterThanOrEqual((top / 3_000) * 50 + 50)
    }
    // Only what is in sight is drawn.
    expect(await rows().count()).toBeLessThan(80)
    const before = await region.evaluate((element) => element.scrollTop)
    const number = (await rows().locator('[data-row-link]').allTextContents()).at(20) ?? ''
    // By its number: rows that are drawn meanwhile stand before it.
    await rows().locator('[data-row-link]', { hasText: number }).focus()
    const scrolled = await region.evaluate((element) => element.scrollTop)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: new RegExp(number) }).waitFor()
    await page.goBack()
    await table().waitFor()
    await expect.poll(() => region.evaluate((element) => element.scrollTop)).toBe(scrolled)
    expect(before).toBeGreaterThan(5_000)
    await rows().filter({ hasText: number }).waitFor()
  })

  test('orders by the name of a person', async () => {
    await page.goto('/tickets?view=all')
    await page.getByRole('button', { name: 'Assignee' }).click()
    await page.waitForURL('**sort=assignee.name')
    await expect.poll(async () => (await textsUnder(rows(), 'Assignee'))[0]).toContain('Amara')
  })

  test('makes a column wider by keyboard and by hand, finds it so again, and takes it back', async () => {
    await page.goto('/tickets?view=all')
    const edge = page.getByRole('separator', { name: word('Width of {label}', { label: 'Priority' }) })
    const head = page.getByRole('columnheader', { name: 'Priority' })
    const width = async () => Math.round((await head.boundingBox())?.width ?? 0)
    await rows().first().waitFor()
    await edge.focus()
    const before = await width()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(width).toBe(before + 32)
    await expect.poll(() => new URL(page.url()).searchParams.get('_widths')).toBe(`priority:${before + 32}`)
    await page.reload()
    await head.waitFor()
    await expect.poll(width).toBe(before + 32)
    const box = await edge.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 45, (box?.y ?? 0) + 8, { steps: 4 })
    await page.mouse.up()
    await expect.poll(width).toBe(before + 72)
    await expectAccessible(page)
    await edge.dblclick()
    await expect.poll(() => page.url().includes('_widths')).toBe(false)
    await expect.poll(width).toBe(before)
  })

  test('selects cells by keyboard and by hand, and copies them for a spreadsheet', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await page.goto('/tickets?view=all&sort=number')
    await rows().first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    const bar = page.getByRole('region', { name: word('Selected cells') })
    await bar.getByText(word('{rows} × {columns} cells selected', { rows: 2, columns: 2 })).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+c')
    await expect.poll(copied).toMatch(/^HD-00001\t[^\t\n]+\nHD-00002\t[^\t\n]+$/)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+c')
    await expect.poll(copied).not.toContain('\n')
    await (await cellUnder(rowNamed(page, 'HD-00001'), 'Subject')).hover()
    await page.mouse.down()
    await (await cellUnder(rowNamed(page, 'HD-00003'), 'Status')).hover()
    await page.mouse.up()
    await bar.getByText(word('{rows} × {columns} cells selected', { rows: 3, columns: 2 })).waitFor()
    await bar.getByRole('button', { name: word('Copy') }).click()
    await expect.poll(async () => (await copied()).split('\n').length).toBe(3)
    expect(new URL(page.url()).pathname).toBe('/tickets')
  })

  test('takes a ticket on by A, in the list and on its page', async () => {
    await page.goto('/tickets?view=new')
    await rows().first().waitFor()
    await page.keyboard.press('j')
    const number = (await page.evaluate(() => document.activeElement?.textContent)) ?? ''
    await page.keyboard.press('a')
    await page
      .getByText(wording('You are now the {field} of {name}.', { field: 'assignee', name: new RegExp(`${number}.*`) }))
      .waitFor()
    await page.goto('/tickets?view=all&status=new&assignee:empty=')
    await rows().first().locator('[data-row-link]').click()
    await page.getByRole('button', { name: word('Assign to me') }).waitFor()
    await page.keyboard.press('a')
    await page.getByRole('button', { name: word('Assign to me') }).waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('[data-property="assignee"]').textContent()).toContain('Amara')
  })

  test('finds columns that fit the window, and the rest in the choice of columns', async () => {
    const list = page.getByRole('region', { name: 'Tickets' })
    const cut = () => list.evaluate((region) => region.scrollWidth - region.clientWidth)
    await page.goto('/tickets?view=all')
    const headers = () => table().getByRole('columnheader').allInnerTexts()
    await rows().first().waitFor()
    await expect.poll(headers).not.toContain(label('Updated'))
    await expect.poll(cut).toBe(0)
    // On paper all of them stand, and all rows that are loaded, those out of sight too.
    const shown = await headers()
    await page.setViewportSize({ width: 720, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    await expect.poll(headers).toEqual([...shown, label('Updated')])
    await expect.poll(async () => (await rows().count()) - Number.parseInt(await foot().innerText(), 10)).toBe(0)
    const width = await table().evaluate((element) => element.getBoundingClientRect().width)
    expect(width).toBeLessThanOrEqual(720)
    // Nothing is selected there: the column of it leaves its room to the others.
    const select = await table().locator('[data-select]').first().boundingBox()
    expect(select?.width).toBeLessThan(2)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect.poll(headers).toEqual(shown)
    await page
      .getByRole('button', { name: word('View'), exact: true, description: word('{count} hidden', { count: 1 }) })
      .click()
    const choice = page.getByRole('dialog', { name: word('View') })
    await choice.getByRole('checkbox', { name: label('Updated'), exact: true, checked: false }).waitFor()
    // What is chosen stays, and is scrolled to.
    await choice.getByRole('checkbox', { name: label('Updated'), exact: true }).click()
    await table()
      .getByRole('columnheader', { name: label('Updated') })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto('/tickets?view=all')
    await table()
      .getByRole('columnheader', { name: label('Updated') })
      .waitFor()
    await page.getByRole('button', { name: word('View'), exact: true }).waitFor()
    await expect.poll(cut).toBe(0)
  })

  test('looks at a row beside the list by Space, goes on to the next, and is back on its row', async () => {
    await page.goto('/tickets?view=all')
    await table().waitFor()
    const links = table().locator('[data-row-link]')
    await expect.poll(() => links.count()).toBeGreaterThan(1)
    const [first = '', second = ''] = await links.allTextContents()
    await links.first().press('Space')
    const peek = page.getByRole('dialog')
    await peek.getByRole('heading', { level: 2, name: first }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('j')
    await peek.getByRole('heading', { level: 2, name: second }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(second)
  })

  test('opens a record, pages on by J, and comes back to the same list', async () => {
    await page.goto('/tickets?view=all')
    await rows().first().waitFor()
    const links = table().locator('[data-row-link]')
    const [first = '', second = ''] = await links.allTextContents()
    await links.first().click()
    await page.getByRole('heading', { level: 1, name: first }).waitFor()
    await page.getByRole('link', { name: word('Next record') }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 1, name: second }).waitFor()
    await page.getByRole('link', { name: word('Previous record') }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { level: 1, name: first }).waitFor()
    await page
      .getByRole('navigation', { name: word('Where this record stands') })
      .getByRole('link', { name: 'Tickets' })
      .click()
    await page.waitForURL('**/tickets?view=all')
  })
})
