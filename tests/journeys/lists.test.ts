// Working with a list: views, filters in words, long lists, and the way back to where one was.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { expectAccessible, expectFocus, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'
import { label, word, wording } from './words.ts'

describe.skipIf(browserPath === undefined)('an agent with a list', () => {
  let journey: Journey
  let page: Page
  let complaints: readonly string[]
  let forgive: (status: number) => void

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page, complaints, forgive } = await journey.visit(sample.agent))
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  stopAtBrokenStep()

  const table = () => page.getByRole('table', { name: 'Tickets' })
  const rows = () => table().locator('tbody tr[data-record]')
  const statuses = async () => {
    await rows().first().waitFor()
    return new Set(await rows().locator('td:nth-child(4)').allTextContents())
  }
  const count = async () => Number(/of (\d+)/.exec((await page.getByText(/^\d+ of \d+$/).textContent()) ?? '')?.[1])

  test('begins with their own queue, and opens other views by tabs', async () => {
    await page.goto('/tickets')
    await expect
      .poll(async () => [...(await statuses())].filter((status) => ![label('Open'), label('Waiting')].includes(status)))
      .toEqual([])
    const views = page.getByRole('navigation', { name: word('Views of {name}', { name: 'Tickets' }) })
    await expect.poll(() => views.getByRole('link', { name: 'My queue' }).getAttribute('aria-current')).toBe('page')
    await expectAccessible(page)
    await views.getByRole('link', { name: 'Solved' }).click()
    await page.waitForURL('**/tickets?view=solved')
    await rows().filter({ hasText: 'Closed' }).first().waitFor()
    await expect.poll(async () => (await statuses()).has(label('Open'))).toBe(false)
  })

  test('says of an empty view that it is one, and leads to all records', async () => {
    const visitor = await journey.visit(sample.manager)
    // Of drafts there are some.
    await visitor.page.route(/\/api\/articles\?.*filter=not/, (route) =>
      route.fulfill({ json: { items: [], next: null } }),
    )
    await visitor.page.goto('/articles?view=drafts')
    await visitor.page.getByText(word('There is nothing in “{view}”.', { view: 'Drafts' })).waitFor()
    expect(await visitor.page.getByText('No articles yet.').count()).toBe(0)
    await expectAccessible(visitor.page)
    await visitor.page.getByRole('button', { name: word('Show all {name}', { name: 'articles' }) }).click()
    await visitor.page.getByRole('table', { name: 'Answers' }).waitFor()
    await visitor.page.goto('/articles?view=-&q=nothing+is+called+so')
    await visitor.page.getByText(word('Nothing matches.')).waitFor()
    await visitor.page.getByRole('button', { name: word('Clear search and filters') }).click()
    await visitor.page.getByRole('table', { name: 'Answers' }).waitFor()
    // What isn't in this view may be in another one.
    await visitor.page.goto('/tickets?view=solved&q=HD-00398')
    await visitor.page.getByRole('button', { name: word('Search all {name}', { name: 'tickets' }) }).click()
    await visitor.page.waitForURL('**/tickets?view=all&q=HD-00398')
    await visitor.page.locator('[data-row-link]', { hasText: 'HD-00398' }).waitFor()
    await visitor.context.close()
  })

  test('adds a filter by keyboard and reads it as a sentence', async () => {
    await page.goto('/tickets?view=all')
    await table().waitFor()
    const all = await count()
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog')
    await expectFocus(dialog.getByRole('textbox', { name: word('Find a field') }))
    await page.keyboard.type('prio')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog')
    await form.getByRole('checkbox', { name: 'Urgent' }).check()
    await form.getByRole('checkbox', { name: 'High' }).check()
    await expectAccessible(page)
    await form.getByRole('button', { name: word('Apply') }).click()
    await page
      .getByRole('button', { name: word('Change the filter: {sentence}', { sentence: 'Priority is Urgent or High' }) })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('priority')).toBe('urgent,high')
    await expect.poll(count).toBeLessThan(all)
  })

  test('changes it, joins it with another one by "or", and takes all away', async () => {
    await page
      .getByRole('button', { name: word('Change the filter: {sentence}', { sentence: 'Priority is Urgent or High' }) })
      .click()
    const form = page.getByRole('dialog')
    await form.getByRole('combobox').selectOption(word('is not'))
    await form.getByRole('button', { name: word('Apply') }).click()
    await page
      .getByRole('button', {
        name: word('Change the filter: {sentence}', { sentence: 'Priority is not Urgent or High' }),
      })
      .waitFor()
    await page.goto('/tickets?view=all&priority=urgent&assignee=me&_any=1')
    await page
      .getByRole('button', { name: word('Change the filter: {sentence}', { sentence: 'Assignee is me' }) })
      .waitFor()
    const either = await count()
    await page.getByText(word('All of'), { exact: true }).click()
    await expect.poll(count).toBeLessThan(either)
    await page.getByRole('button', { name: word('Clear all') }).click()
    await expect.poll(() => page.url().split('?')[1]).toBe('view=all')
  })

  test('filters by a day that is chosen by keyboard from the same calendar as in forms', async () => {
    await page.goto('/tickets?view=all')
    await table().waitFor()
    const all = await count()
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog')
    await expectFocus(dialog.getByRole('textbox', { name: word('Find a field') }))
    await page.keyboard.type('due')
    await page.keyboard.press('Enter')
    // The keyboard is where it goes on.
    const operator = dialog.getByRole('combobox', { name: 'Due', exact: true })
    await expectFocus(operator)
    await operator.selectOption('before')
    const day = dialog.getByRole('textbox', { name: word('Value of {label}', { label: 'Due' }) })
    await day.press('ArrowDown')
    await dialog.getByRole('grid').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => day.inputValue()).toMatch(/^\d\d\/\d\d\/\d{4}$/)
    await expectFocus(day)
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: wording('Change the filter: {sentence}', { sentence: /Due is before .*/ }) })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('due_at:before')).toMatch(/^\d{4}-\d\d-\d\d$/)
    await expect.poll(count).toBeLessThan(all)
  })

  test('saves the list as a view, finds it again, changes, renames and deletes it, and takes that back', async () => {
    await page.goto('/tickets?view=all&priority=urgent&sort=subject')
    await page.getByRole('button', { name: word('Save view …') }).click()
    const dialog = page.getByRole('dialog', { name: word('Save this view') })
    await dialog.getByLabel(word('Name')).fill('Urgent by subject')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: word('Save') }).click()
    const tab = page
      .getByRole('navigation', { name: word('Views of {name}', { name: 'Tickets' }) })
      .getByRole('link', { name: 'Urgent by subject' })
    await tab.waitFor()
    await page.goto('/tickets')
    await tab.click()
    await page
      .getByRole('button', { name: word('Change the filter: {sentence}', { sentence: 'Priority is Urgent' }) })
      .waitFor()
    await expect.poll(() => tab.getAttribute('aria-current')).toBe('page')
    // As it was saved there is nothing to save.
    const button = (name: string) => page.getByRole('button', { name })
    await button(word('More for this view')).waitFor()
    expect(await page.getByRole('button', { name: /^Save|^Discard/ }).count()).toBe(0)
    const order = page.getByRole('columnheader', { name: 'Subject' }).getByRole('button', { name: 'Subject' })
    await order.click()
    await button(word('Discard changes')).press('Enter')
    await button(word('Discard changes')).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.get('sort')).toBe('subject')
    await expectFocus(tab)
    await order.click()
    await button(word('Save changes')).press('Enter')
    await page.getByText('Urgent by subject is changed.').waitFor()
    await button(word('Save changes')).waitFor({ state: 'hidden' })
    await expectFocus(tab)
    await page.goto('/tickets')
    await tab.click()
    await page.waitForURL(/sort=-subject/)
    await order.click()
    await button(word('More for this view')).click()
    await page.getByRole('menuitem', { name: word('Save as a new view …') }).click()
    forgive(422)
    await dialog.getByLabel(word('Name')).fill('urgent by subject')
    await dialog.getByRole('button', { name: word('Save') }).click()
    await dialog.getByText('You already have a view “urgent by subject” here.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: word('Cancel') }).click()
    await button(word('More for this view')).click()
    await page.getByRole('menuitem', { name: word('Rename …') }).click()
    const renaming = page.getByRole('dialog', { name: word('Rename the view') })
    await renaming.getByLabel(word('Name')).fill('Urgent ones')
    await renaming.getByRole('button', { name: word('Save') }).click()
    const renamed = page.getByRole('link', { name: 'Urgent ones' })
    await renamed.waitFor()
    await button(word('More for this view')).click()
    await page.getByRole('menuitem', { name: word('Delete view') }).press('Enter')
    await renamed.waitFor({ state: 'hidden' })
    const views = page.getByRole('navigation', { name: word('Views of {name}', { name: 'Tickets' }) })
    await expectFocus(views.getByRole('link', { name: 'My queue' }))
    await page.getByText('Urgent ones is deleted.').waitFor()
    await page.getByRole('button', { name: word('Undo') }).click()
    await renamed.waitFor()
  })

  test('is asked before a view is deleted that others use too', async () => {
    await page.goto('/tickets?view=all&priority=low')
    await page.getByRole('button', { name: word('Save view …') }).click()
    const dialog = page.getByRole('dialog', { name: word('Save this view') })
    await dialog.getByLabel(word('Name')).fill('Of us all')
    await dialog.getByLabel(word('For')).selectOption(word('Everybody with the role {label}', { label: 'Agent' }))
    await dialog.getByRole('button', { name: word('Save') }).click()
    const tab = page.getByRole('link', { name: 'Of us all' })
    await tab.waitFor()
    const more = page.getByRole('button', { name: word('More for this view') })
    const remove = page.getByRole('menuitem', { name: word('Delete view') })
    await more.click()
    await remove.press('Enter')
    const question = page.getByRole('dialog', { name: 'Delete Of us all?' })
    await question.getByText(word('Everybody with the role {label} sees this view.', { label: 'Agent' })).waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: word('Cancel') }).click()
    await expectFocus(more)
    await page.keyboard.press('Enter')
    await remove.press('Enter')
    await question.getByRole('button', { name: word('Delete for good') }).click()
    await tab.waitFor({ state: 'hidden' })
    await expectFocus(
      page
        .getByRole('navigation', { name: word('Views of {name}', { name: 'Tickets' }) })
        .getByRole('link', { name: 'My queue' }),
    )
  })

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
    await rows().nth(10).waitFor()
    expect(await page.getByText(/^\d+ of \d+$/).count()).toBe(0)
    await expect.poll(() => go !== undefined).toBe(true)
    go?.()
    expect(await count()).toBeGreaterThan(100)
    isRefused = true
    forgive(400)
    const refusal = page.waitForResponse((response) => response.status() === 400)
    await page.goto('/tickets?view=all&sort=subject')
    await refusal
    await rows().nth(10).waitFor()
    expect(await page.getByText('Too long.').count()).toBe(0)
    await page.unroute(isCounting)
  })

  test('scrolls on without end, and comes back to the very place', async () => {
    await page.goto('/tickets?view=all')
    const region = page.getByRole('region', { name: 'Tickets' })
    await rows().first().waitFor()
    for (const top of [3_000, 6_000, 9_000]) {
      await region.evaluate((element, to) => element.scrollTo({ top: to }), top)
      const loaded = async () => Number.parseInt((await page.getByText(/^\d+ of \d+$/).textContent()) ?? '', 10)
      await expect.poll(loaded).toBeGreaterThanOrEqual((top / 3_000) * 50 + 50)
    }
    // Only what is in sight is drawn.
    expect(await rows().count()).toBeLessThan(80)
    const before = await region.evaluate((element) => element.scrollTop)
    const number = await rows().nth(20).locator('[data-row-link]').textContent()
    // By its number: rows that are drawn meanwhile stand before it.
    await rows()
      .locator('[data-row-link]', { hasText: number ?? '' })
      .focus()
    const scrolled = await region.evaluate((element) => element.scrollTop)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: new RegExp(number ?? '') }).waitFor()
    await page.goBack()
    await table().waitFor()
    await expect.poll(() => region.evaluate((element) => element.scrollTop)).toBe(scrolled)
    expect(before).toBeGreaterThan(5_000)
    await rows()
      .filter({ hasText: number ?? '' })
      .waitFor()
  })

  test('orders by the name of a person', async () => {
    // Else the list comes back to where it was left, and its first row is out of sight.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/tickets?view=all')
    await page.getByRole('button', { name: 'Assignee' }).click()
    await page.waitForURL('**sort=assignee.name')
    await expect
      .poll(async () => (await rows().nth(0).locator('td:nth-child(7)').textContent())?.includes('Amara'))
      .toBe(true)
  })

  test('makes a column wider by keyboard and by hand, finds it so again, and takes it back', async () => {
    await page.goto('/tickets?view=all')
    const edge = page.getByRole('separator', { name: word('Width of {label}', { label: 'Priority' }) })
    const head = page.getByRole('columnheader', { name: 'Priority' })
    const width = async () => Math.round((await head.boundingBox())?.width ?? 0)
    await edge.focus()
    const before = await width()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(width).toBe(before + 32)
    expect(new URL(page.url()).searchParams.get('_widths')).toBe(`priority:${before + 32}`)
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
    await bar.getByText('2 × 2 cells selected').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Control+c')
    await expect.poll(copied).toMatch(/^HD-00001\t[^\t\n]+\nHD-00002\t[^\t\n]+$/)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+c')
    await expect.poll(copied).not.toContain('\n')
    const cell = (row: number, at: number) => rows().nth(row).locator(`td[data-cell="${at}"]`)
    await cell(0, 1).hover()
    await page.mouse.down()
    await cell(2, 2).hover()
    await page.mouse.up()
    await bar.getByText('3 × 2 cells selected').waitFor()
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
    await page.getByText(new RegExp(`^You are now the assignee of ${number}`)).waitFor()
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
    await table().waitFor()
    await expect.poll(cut).toBe(0)
    // On paper all of them stand, and all rows that are loaded, those out of sight too.
    const headers = () => table().getByRole('columnheader').allInnerTexts()
    const shown = await headers()
    await page.setViewportSize({ width: 720, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    await expect.poll(headers).toEqual([...shown, label('Updated')])
    const foot = page.getByText(/^\d+ of \d+$/)
    await expect.poll(async () => (await rows().count()) - Number.parseInt(await foot.innerText(), 10)).toBe(0)
    const width = await table().evaluate((element) => element.getBoundingClientRect().width)
    expect(width).toBeLessThanOrEqual(720)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect.poll(headers).toEqual(shown)
    await page.getByRole('button', { name: word('View'), exact: true, description: '1 hidden' }).click()
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
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('without a complaint of the browser', () => {
    expect(complaints).toEqual([])
  })

  test('looks at a row beside the list by Space, goes on to the next, and is back on its row', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/tickets?view=all')
    await table().waitFor()
    const links = table().locator('[data-row-link]')
    await links.nth(1).waitFor()
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
    const links = table().locator('[data-row-link]')
    const [first = '', second = ''] = await links.allTextContents()
    await links.first().click()
    await page.getByRole('heading', { level: 1, name: first }).waitFor()
    await page.getByRole('link', { name: word('Next record') }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 1, name: second }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { level: 1, name: first }).waitFor()
    await page
      .getByRole('navigation', { name: word('Where this record stands') })
      .getByRole('link', { name: 'Tickets' })
      .click()
    await page.waitForURL('**/tickets?view=all')
  })
})
