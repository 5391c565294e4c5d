// An export of a list and of what stands beside a record: by keyboard, as it is narrowed and ordered, and without a network.
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import type { Download, Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, HELPDESK, openAlive } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'
import { recordRows } from './table.ts'
import { word, wording } from './words.ts'

describeJourney('people who may export', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page
  let keys: Keyboard

  beforeEach(async () => {
    visitor = await journey.visit(sample.agent)
    ;({ page } = visitor)
    keys = await keyboardOf(page)
  })

  const opener = (of = page) => of.getByRole('search').getByRole('button', { name: word('Export') })
  const choices = (of: Page) => of.getByRole('dialog', { name: word('Export') })
  const zone = () => choices(page).getByText(word('Times are those of {zone}.', { zone: 'Europe/Berlin' }))
  const numbers = () => recordRows(page, 'Tickets').getByRole('link').allInnerTexts()

  async function open(address: string): Promise<void> {
    await openAlive(page, address)
    await recordRows(page, 'Tickets').first().waitFor()
    await keys.use(opener())
    await expectFocus(choices(page).getByLabel(word('Format')))
  }

  async function text(download: Download): Promise<string> {
    return readFileSync(await download.path(), 'utf8')
  }

  test('by keyboard get the rows of the list in its order, with its columns', async () => {
    await open('/tickets?view=open&q=invoice&sort=-number')
    await expectAccessible(page)
    const shown = await numbers()
    expect(shown.length).toBeGreaterThan(1)
    const ofReader = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(await zone().count()).toBe(ofReader === 'Europe/Berlin' ? 0 : 1)
    await keys.press('c')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      keys.use(choices(page).getByRole('button', { name: word('Export') })),
    ])
    expect(download.suggestedFilename()).toMatch(/^tickets-\d{4}-\d{2}-\d{2}\.csv$/)
    const [head, ...lines] = (await text(download)).trimEnd().split('\r\n')
    expect(head).toBe('\uFEFFNumber,Subject,Status,Priority,Requester,Assignee,Due,Updated')
    expect(lines.map((line) => line.split(',')[0])).toEqual(shown)
    await page.getByText(word('The export is complete.')).waitFor()
    await expectFocus(opener())
  })

  test('without a network read why, and keep their choices', async () => {
    visitor.forgive('ERR_INTERNET_DISCONNECTED')
    await open('/tickets?view=open')
    await keys.press('j')
    await expect.poll(() => zone().count()).toBe(0)
    await keys.tabTo(choices(page).getByRole('radio', { name: wording('Visible columns ({count})') }))
    await keys.press('ArrowDown')
    await page.context().setOffline(true)
    await keys.use(choices(page).getByRole('button', { name: word('Export') }))
    await choices(page).getByText('The server can’t be reached.').waitFor()
    await page.context().setOffline(false)
    expect(await choices(page).getByLabel(word('Format')).inputValue()).toBe('ndjson')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      keys.use(choices(page).getByRole('button', { name: word('Export') })),
    ])
    const [first] = (await text(download)).split('\n')
    expect(Object.keys(JSON.parse(first ?? '{}'))).toEqual(expect.arrayContaining(['id', 'number', 'internal_note']))
  })

  test('take the comments of a ticket by its menu', async () => {
    const manager = await journey.visit(sample.manager)
    const [{ id, number }] = await manager.find('/api/tickets', 'comments.count() > 1')
    const comments = await manager.find('/api/comments', `ticket.id == "${id}"`, 100)
    await manager.page.goto(`/tickets/${number}`)
    await manager.page.getByRole('button', { name: word('More for this {name}', { name: 'ticket' }) }).click()
    const [download] = await Promise.all([
      manager.page.waitForEvent('download'),
      manager.page.getByRole('menuitem', { name: word('Export {name}', { name: 'comments' }) }).click(),
    ])
    const sheet = unzipSync(readFileSync(await download.path()))['xl/worksheets/sheet1.xml']
    const rows = strFromU8(sheet ?? new Uint8Array()).match(/<row /g) ?? []
    expect(rows).toHaveLength(comments.length + 1)
  })

  test('customers have no such button', async () => {
    const customer = await journey.visit(sample.customer)
    await openAlive(customer.page, '/tickets?view=all')
    await customer.page
      .getByRole('search')
      .getByRole('button', { name: word('Filter') })
      .waitFor()
    expect(await opener(customer.page).count()).toBe(0)
  })
})
