// Each sentence of point 2 as it is seen: menu, lists, views, records, forms, boards, calendars, dashboards, pages.
// @module-tag reference/roles-by-relation
// @module-tag reference/point-9-business-constants-and-limits
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { SHED_PEOPLE, TOOL_SHED, toolShedSample } from '../apps/tool-shed.ts'
import { describeJourney } from './journey.ts'
import { label, word, wording } from './words.ts'

describeJourney('the screens of a document', { document: TOOL_SHED, sample: toolShedSample() }, (journey) => {
  /** Opens a page of their own, which may meet what is not for them. */
  const open = async (who?: keyof typeof SHED_PEOPLE): Promise<Page> => {
    const visitor = await journey.visit(who && SHED_PEOPLE[who])
    for (const status of [401, 404]) visitor.forgive(status)
    return visitor.page
  }
  const menu = async (page: Page): Promise<readonly string[]> => {
    await page.goto('/tools')
    const links = page.getByRole('navigation').first().getByRole('link')
    await links.filter({ hasText: 'Tools' }).first().waitFor()
    return links.allInnerTexts()
  }
  const rows = (page: Page) => page.getByRole('row').allInnerTexts()
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  test('the menu has what one may open, without parameters and forms that a list has; headings come last', async () => {
    const keeper = await open('keeper')
    const borrower = await open('borrower')
    const seen = await menu(borrower)
    for (const name of ['Tools', 'New tools', 'Make a wish', 'Loans', 'Days', 'House rules'])
      expect(seen).toContain(name)
    for (const name of ['Start', label('States'), 'Tool', 'Offer a tool', 'What I lend', word('Nothing here')])
      expect(seen).not.toContain(name)
    expect(seen.indexOf('Tools')).toBeGreaterThan(seen.indexOf('House rules'))
    await borrower.getByRole('navigation').first().getByText('Shed', { exact: true }).waitFor()
    expect(await menu(keeper)).toContain(label('States'))
  })

  test('a screen for a role by relation is in the menu of those who have it on a record', async () => {
    const owner = await open('owner')
    expect(await menu(owner)).toContain('What I lend')
    await owner.goto('/mine')
    await heading(owner, 'What I lend')
  })

  test('a list offers the actions that its screen names, and no others', async () => {
    const keeper = await open('keeper')
    const selected = keeper.getByRole('region', { name: word('Selected') })
    const select = async (path: string) => {
      await keeper.goto(path)
      await keeper.locator('tr[data-record]').first().waitFor()
      await keeper.keyboard.press('j')
      await keeper.keyboard.press('x')
      await selected.getByRole('button', { name: word('Change …') }).waitFor()
    }
    await select('/tools')
    await keeper.getByRole('link', { name: 'Offer a tool' }).waitFor()
    await selected.getByRole('button', { name: word('Delete …') }).waitFor()
    await select('/kinds')
    expect(await selected.getByRole('button', { name: word('Delete …') }).count()).toBe(0)
    expect(await keeper.getByRole('main').getByRole('link', { name: 'Offer a tool' }).count()).toBe(0)
  })

  test('"/" is the first screen that one may see', async () => {
    const keeper = await open('keeper')
    const borrower = await open('borrower')
    await keeper.goto('/')
    await heading(keeper, 'Start')
    await borrower.goto('/')
    await heading(borrower, 'Tools')
  })

  test('a list has its prose, its columns, its condition, its order, its filters, and no search where there is none', async () => {
    const borrower = await open('borrower')
    const asked = borrower.waitForRequest((request) => /\/api\/tools\?.*limit=20/.test(request.url()))
    await borrower.goto('/tools')
    await asked
    await borrower.getByText('Take what you need.').waitFor()
    await borrower.locator('tr[data-record]').first().waitFor()
    const [header = '', first = ''] = await rows(borrower)
    expect(header.replaceAll(/\s+/g, ' ')).toMatch(/Name.*Owner.*Deposit/i)
    expect(first).toContain('Drill')
    expect(first).toContain('Ole')
    expect((await rows(borrower)).join()).not.toContain('Rust')
    expect(await borrower.getByRole('main').getByRole('searchbox').count()).toBe(0)
    await borrower.getByRole('button', { name: word('Filter') }).click()
    const choice = borrower.getByRole('dialog')
    const fields = choice.getByRole('listitem')
    await fields.first().waitFor()
    expect((await fields.allInnerTexts()).slice(0, 2)).toEqual([expect.stringMatching(/owner/i), 'Kind'])
    await fields.first().click()
    await choice.getByRole('textbox').fill('ol')
    await choice.getByRole('button', { name: word('Apply') }).click()
    await borrower
      .getByRole('button', { name: wording('Change the filter: {sentence}', { sentence: /.*[Oo]l.*/ }) })
      .waitFor()
    await borrower.locator('tr[data-record]').first().waitFor()
  })

  test('rows stand in groups where the document says so, until the person chooses otherwise', async () => {
    const borrower = await open('borrower')
    await borrower.goto('/kinds')
    await borrower.getByRole('rowheader', { name: /^Garden 24/ }).waitFor()
    await borrower.getByRole('button', { name: word('View'), exact: true }).click()
    await borrower.getByRole('dialog').getByLabel(word('Group by')).selectOption(word('Nothing'))
    await borrower.getByRole('rowheader', { name: /^Garden/ }).waitFor({ state: 'detached' })
    expect(new URL(borrower.url()).searchParams.get('_group')).toBe('-')
  })

  test('an empty list says what the document says, at a fixed path beside a parameter', async () => {
    const borrower = await open('borrower')
    await borrower.goto('/tools/new-ones')
    await heading(borrower, 'New tools')
    await borrower.getByText(word('Nothing new.')).waitFor()
  })

  test('the first view that one may see is open: its condition is added, its order takes the place of the screen’s', async () => {
    const keeper = await open('keeper')
    const borrower = await open('borrower')
    await keeper.goto('/loans')
    await expect
      .poll(async () => (await rows(keeper)).slice(1).map((row) => /Drill|Rake 2/.exec(row)?.[0]))
      .toEqual(['Drill', 'Rake 2'])
    await keeper.getByText('Out of the house', { exact: true }).first().waitFor()
    await borrower.goto('/loans')
    await expect
      .poll(async () => (await rows(borrower)).slice(1).map((row) => /Drill|Rake 1/.exec(row)?.[0]))
      .toEqual(['Rake 1', 'Drill'])
    expect(await borrower.getByText('Out of the house', { exact: true }).count()).toBe(0)
  })

  test('a record is found by the unique field of its route, with its sections, and lists beside', async () => {
    const borrower = await open('borrower')
    await borrower.goto('/tools/drill')
    await heading(borrower, 'Drill')
    for (const name of ['What it is', 'Whose it is', 'Loans', word('History')])
      await borrower.getByText(name, { exact: true }).first().waitFor()
    await borrower.getByRole('main').getByRole('row').filter({ hasText: 'Nora' }).first().waitFor()
  })

  test('a form has its prose and its fields in their order, and is the button of the list', async () => {
    const borrower = await open('borrower')
    await borrower.goto('/tools')
    await borrower
      .getByRole('main')
      .getByRole('link', { name: /new tool|offer a tool/i })
      .first()
      .click()
    await borrower.waitForURL('**/offer')
    await borrower.getByText('Say what you have.').waitFor()
    const text = async () => (await borrower.locator('form').innerText()).replaceAll(/\s+/g, ' ')
    await expect.poll(text).toMatch(/Name.*Code.*Kind.*Deposit/)
    expect(await text()).not.toContain(label('Owner'))
  })

  test('a board has a column for each state', async () => {
    const keeper = await open('keeper')
    await keeper.goto('/by-state')
    for (const name of ['Asked', 'Lent', word('Back')]) await keeper.getByRole('heading', { name }).first().waitFor()
  })

  test('a calendar shows what lasts, in weeks that begin as point 9 says', async () => {
    const borrower = await open('borrower')
    await borrower.goto('/days')
    await borrower.locator('.fc-event').first().waitFor()
    expect(await borrower.locator('.fc-col-header-cell').first().innerText()).toMatch(/^Sun/)
  })

  test('a dashboard has its tiles: numbers, sums, shares, groups, records and links', async () => {
    const keeper = await open('keeper')
    await keeper.goto('/start')
    await keeper.getByText('The shed as it is today.').waitFor()
    const main = keeper.getByRole('main')
    await main.getByText('€899.00').first().waitFor()
    const text = async () => (await main.innerText()).replaceAll(/\s+/g, ' ')
    for (const part of ['All 26', 'Out 2', 'Dearest €500.00', 'Lent out 100%']) await expect.poll(text).toContain(part)
    await expect.poll(text).toMatch(/Garden 24.*Workshop 1.*Scrap 1/)
    await expect.poll(() => main.getByRole('row').filter({ hasText: 'Drill' }).count()).toBe(1)
    await main.getByRole('link', { name: 'how we lend' }).click()
    await heading(keeper, 'House rules')
  })

  test('a page for anyone is read without signing in, and what is not there has the document’s own page', async () => {
    const borrower = await open('borrower')
    const stranger = await open()
    await stranger.goto('/rules')
    await stranger.getByText('Bring it back clean.').waitFor()
    const answer = await stranger.goto('/nowhere/at/all')
    expect(answer?.status()).toBe(404)
    await stranger.getByText('The shed knows no such page.').waitFor()
    expect((await borrower.goto('/tools/of-nobody'))?.status()).toBe(404)
  })
})
