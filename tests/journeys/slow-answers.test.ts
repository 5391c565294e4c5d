// Answers that are long on their way: what a person did stands meanwhile, and leads them nowhere when they have gone on.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectFocus, HELPDESK } from './journey.ts'
import { cellUnder, recordRows, rowNamed } from './table.ts'
import { label, word, wording } from './words.ts'

describeJourney('a manager whose answers come late', HELPDESK, (journey) => {
  let page: Page

  beforeEach(async () => {
    ;({ page } = await journey.visit(sample.manager))
  })

  const rows = () => recordRows(page, 'Tickets')
  const comment = () => page.getByRole('textbox', { name: 'Comment' })

  /** Holds what is written to records until it is let go. */
  const holdWrites = async (page: Page): Promise<() => void> => {
    const { promise: held, resolve } = Promise.withResolvers<void>()
    const writes = (url: URL) => url.pathname.startsWith('/api/tickets/')
    await page.route(writes, async (route) => {
      if (route.request().method() !== 'GET') await held
      await route.continue()
    })
    return resolve
  }

  test('edits a second cell while the first is sent, and is left in it', async () => {
    await page.goto('/tickets?view=all&sort=number')
    const row = rowNamed(page, 'HD-00001')
    await row.waitFor()
    const [cell, other] = [await cellUnder(row, 'Subject'), await cellUnder(rowNamed(page, 'HD-00002'), 'Subject')]
    const letGo = await holdWrites(page)
    await cell.dblclick()
    const first = cell.getByRole('textbox', { name: 'Subject' })
    await first.fill('Sent in a while')
    await first.press('Enter')
    await other.dblclick()
    const second = other.getByRole('textbox', { name: 'Subject' })
    await second.fill('Being written')
    letGo()
    await cell.getByText('Sent in a while').waitFor()
    expect(await second.inputValue()).toBe('Being written')
    await expectFocus(second)
    await second.press('Escape')
  })

  test('goes elsewhere right after a click on a row, and stays there', async () => {
    await page.clock.install()
    await page.goto('/tickets?view=all')
    await rows().first().locator('td[data-editable]').first().waitFor()
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('td[data-editable]')?.click()
      const link = document.querySelector<HTMLElement>('nav a[href="/board"]')
      link?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      link?.click()
    })
    await page.waitForURL('**/board')
    // Longer than a second click may take.
    await page.clock.fastForward(2_000)
    expect(new URL(page.url()).pathname).toBe('/board')
  })

  test('takes two filters away at once', async () => {
    await page.goto('/tickets?view=all&priority=high&status=open')
    const pills = page.getByRole('group', { name: word('Active filters') })
    const removers = pills.getByRole('button', { name: wording('Remove the filter: {sentence}') })
    await expect.poll(() => removers.count()).toBe(2)
    await removers.evaluateAll((all) => {
      for (const button of all) (button as HTMLElement).click()
    })
    await expect.poll(() => removers.count()).toBe(0)
    expect([...new URL(page.url()).searchParams.keys()]).toEqual(['view'])
  })

  test('goes on writing while a comment is sent: what was typed since stays in the box, and the keyboard in it', async () => {
    await page.goto('/tickets?view=open')
    await rows().first().locator('[data-row-link]').click()
    await comment().fill('Sent first')
    const posts = (url: URL) => url.pathname === '/api/comments'
    const { promise: held, resolve } = Promise.withResolvers<void>()
    await page.route(posts, async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await comment().press('Control+Enter')
    await comment().pressSequentially(' and then more')
    resolve()
    await page.getByRole('listitem').filter({ hasText: 'Sent first' }).first().waitFor()
    await expect.poll(() => comment().inputValue()).toBe('and then more')
    await expectFocus(comment())
    await comment().pressSequentially('!')
    expect(await comment().inputValue()).toBe('and then more!')
  })

  test('takes two columns away at once', async () => {
    await page.goto('/tickets?view=all')
    await rows().first().waitFor()
    await page.getByRole('button', { name: word('View'), exact: true }).click()
    const box = (name: string) =>
      page.getByRole('dialog', { name: word('View') }).getByRole('checkbox', { name, exact: true })
    await box('Priority').waitFor()
    const boxes = await Promise.all(['Priority', 'Requester'].map(async (name) => box(name).elementHandle()))
    await page.evaluate((found) => {
      for (const each of found) (each as HTMLElement | null)?.click()
    }, boxes)
    for (const name of ['Priority', 'Requester'])
      await page.getByRole('columnheader', { name }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })

  test('drops a card of the board, which stands in its new column at once', async () => {
    const { page: board } = await journey.visit(sample.agent)
    await board.goto('/board')
    const column = (name: string) => board.getByRole('region', { name, exact: true })
    const cards = (name: string) => column(name).getByRole('listitem')
    const card = cards('New').first()
    const title = (await card.getByRole('link').textContent()) ?? ''
    const letGo = await holdWrites(board)
    await card.dragTo(column(label('Open')))
    await cards(label('Open')).filter({ hasText: title }).waitFor()
    expect(await cards('New').filter({ hasText: title }).count()).toBe(0)
    letGo()
    await board.getByText(word('{title} moved to {word}.', { title, word: label('Open') })).waitFor()
    expect(await cards(label('Open')).filter({ hasText: title }).count()).toBe(1)
  })

  test('moves two tickets of the calendar one after the other, and hears of both', async () => {
    await page.goto('/calendar')
    const events = page.locator('.fc-event-draggable')
    const shown = () =>
      events.evaluateAll((all) => [...new Set(all.map((each) => each.getAttribute('data-event')))].slice(0, 2))
    await expect.poll(shown).toHaveLength(2)
    const ids = await shown()
    const letGo = await holdWrites(page)
    for (const id of ids) {
      const event = page.locator(`a[data-event="${id}"]`).first()
      const day = () => page.locator('.fc-daygrid-day').filter({ has: event }).getAttribute('data-date')
      const before = await day()
      await event.focus()
      await page.keyboard.press('Shift+ArrowRight')
      // It is drawn anew where it was put, and takes the keyboard along.
      await expect.poll(day).not.toBe(before)
      await expectFocus(event)
    }
    letGo()
    await expect.poll(() => page.getByText(wording('{title} moved to {when}.')).count()).toBe(2)
  })

  test('finds nothing of what was written at one record when the next is opened, and all of it on the way back', async () => {
    await page.goto('/tickets?view=open')
    await rows().first().locator('[data-row-link]').click()
    await comment().waitFor()
    const next = page.getByRole('link', { name: word('Next record') })
    const title = () => page.getByRole('heading', { level: 1 }).textContent()
    const first = await title()
    // Both are at hand by now. The address changes before the page does.
    await next.click()
    await expect.poll(title).not.toBe(first)
    await comment().waitFor()
    await page.getByRole('link', { name: word('Previous record') }).waitFor()
    await page.keyboard.press('k')
    await expect.poll(title).toBe(first)
    await comment().fill('For this one only')
    await next.click()
    await expect.poll(title).not.toBe(first)
    await expect.poll(() => comment().inputValue()).toBe('')
    await page.getByRole('link', { name: word('Previous record') }).click()
    await expect.poll(title).toBe(first)
    await expect.poll(() => comment().inputValue()).toBe('For this one only')
  })

  test('switches on mail for two kinds, and sees both on', async () => {
    const items = ['One', 'Two'].map((label) => ({ kind: label, label, mail: false }))
    const { promise: held, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/system/mail-choices', async (route) => {
      if (route.request().method() === 'PUT') {
        await held
        const { kind } = route.request().postDataJSON() as { readonly kind: string }
        for (const item of items) if (item.kind === kind) item.mail = true
        return route.fulfill({ status: 204 })
      }
      return route.fulfill({ json: { isMailSent: true, items } })
    })
    await page.goto('/account')
    const choice = (name: string) => page.getByRole('switch', { name })
    await choice('One').click({ force: true })
    await choice('Two').click({ force: true })
    await expect.poll(() => choice('Two').isChecked()).toBe(true)
    expect(await choice('One').isChecked()).toBe(true)
    const answers = items.map(({ kind }) =>
      page.waitForResponse((answer) => answer.request().postData()?.includes(kind) === true),
    )
    resolve()
    for (const answer of answers) await (await answer).finished()
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    expect([await choice('One').isChecked(), await choice('Two').isChecked()]).toEqual([true, true])
  })

  test('types on after F and N: the letters wait for their input, and do nothing else', async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>()
    const isCode = (url: URL) => /(popover|form-screen)/.test(url.pathname)
    await page.route(isCode, async (route) => {
      await held
      await route.continue()
    })
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(request.url())
    })
    await page.goto('/tickets?view=all')
    await rows().first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('f')
    await page.keyboard.type('assign')
    const box = page.getByRole('textbox', { name: word('Find a field') })
    expect(await box.count()).toBe(0)
    resolve()
    await expect.poll(() => box.inputValue()).toBe('assign')
    expect(writes).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.goto('/tickets?view=all')
    await rows().first().waitFor()
    await page.keyboard.press('n')
    await page.keyboard.type('No access')
    await expect.poll(() => page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('No access')
  })

  test('types on while the code of a form is long on its way, and finds it in the first field', async () => {
    const { promise: held, resolve } = Promise.withResolvers<void>()
    await page.route(/form-screen/, async (route) => {
      await held
      await route.continue()
    })
    await page.clock.install()
    await page.goto('/tickets?view=all')
    await rows().first().waitFor()
    await page.keyboard.press('n')
    await page.keyboard.type('No ')
    await page.waitForURL('**/report')
    await expectFocus(page.locator('#main'))
    await page.clock.fastForward(5_000)
    await page.keyboard.type('access')
    resolve()
    await expect.poll(() => page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('No access')
  })
})
