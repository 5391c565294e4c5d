// Finding by keyboard only: the command palette, the shortcuts and the rows of a list.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, HELPDESK, openAlive } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { word, wording } from './words.ts'

describeJourney('an agent with a keyboard', HELPDESK, (journey) => {
  let page: Page
  let forgive: JourneyVisitor['forgive']
  let post: JourneyVisitor['post']

  beforeEach(async () => {
    ;({ page, forgive, post } = await journey.visit(sample.agent))
    await openAlive(page, '/overview')
  })

  const openPalette = async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: word('Find a record, a screen or a command') }).waitFor()
  }

  test('goes to a screen by a few letters', async () => {
    await openPalette()
    await expectAccessible(page)
    await page.keyboard.type('tick')
    await expect.poll(() => page.getByRole('dialog').getByRole('button').first().textContent()).toBe('Tickets')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tickets')
  })

  test('reaches the first row with one key and opens it with the next', async () => {
    await page.goto('/tickets')
    // The page before has rows too.
    await page.getByRole('region', { name: 'Tickets', exact: true }).locator('[data-row-link]').first().waitFor()
    await page.keyboard.press('j')
    const opened = (await page.evaluate(() => document.activeElement?.textContent)) ?? ''
    expect(opened).toMatch(/^HD-\d{5}$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: new RegExp(opened) }).waitFor()
  })

  test('reads what a number names while it is typed', async () => {
    await openPalette()
    const read = page.waitForResponse((response) => /\/api\/tickets\/[0-9a-f-]{36}\?/.test(response.url()))
    await page.keyboard.type('353')
    expect((await read).status()).toBe(200)
    await page.keyboard.press('Escape')
  })

  test.each(['356', '00355', 'hd-354'])('opens the ticket that %s names by Enter, however fast', async (typed) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: new RegExp(`^HD-00${typed.slice(-3)} `) }).waitFor()
  })

  test('says why a number opens nothing, and opens it by another try', async () => {
    forgive(429)
    await page.route(/\/api\/tickets\?/, (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 429, code: 'too_many', title: 'Too many', detail: 'Too many requests.' }),
      }),
    )
    await page.keyboard.press('Control+k')
    await page.keyboard.type('352')
    await page.keyboard.press('Enter')
    const refusal = page.getByRole('dialog').getByRole('alert')
    await refusal.getByText('Too many requests.').waitFor()
    await expectAccessible(page)
    await page.unroute(/\/api\/tickets\?/)
    await refusal.getByRole('button', { name: word('Try again') }).click()
    await page.getByRole('heading', { level: 1, name: /^HD-00352 / }).waitFor()
  })

  test('opens what was typed, not what the letters before it had found', async () => {
    const subjects = ['Quillwork cabinet', 'Quay lamp']
    const made: string[] = []
    for (const subject of subjects) {
      const { number } = await post('/api/tickets', { subject, description: 'It is looked for by a few letters.' })
      made.push(String(number))
    }
    const held = Promise.withResolvers<void>()
    await openPalette()
    await page.keyboard.type('Quillwork')
    const former = page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${made[0]} `) })
    await former.waitFor()
    await page.route(/search=Quay/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('textbox', { name: word('Find a record, a screen or a command') }).fill('Quay lamp')
    await page.keyboard.press('Enter')
    // What was found before is still listed; Enter does not take it.
    await former.waitFor()
    held.resolve()
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${made[1]} `) }).waitFor()
  })

  test('opens what was moved to, although more is being found', async () => {
    const { number } = await post('/api/tickets', { subject: 'Xylophone repair', description: 'It is moved to.' })
    await openPalette()
    await page.keyboard.type('Xylophone')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${number} `) })
      .waitFor()
    const held = Promise.withResolvers<void>()
    await page.route(/search=Xylophone\+repair/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.keyboard.type(' repair')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${number} `) }).waitFor()
    held.resolve()
  })

  test('finds a record by its words, and finds it again among the recent ones', async () => {
    await page.goto('/tickets/HD-00351')
    const heading = page.getByRole('heading', { level: 1, name: /^HD-00351 / })
    await heading.waitFor()
    const title = (await heading.textContent()) ?? ''
    // Only what was read is a recent record; its title comes before that, from where it was found.
    await page.getByRole('heading', { level: 2, name: word('Details') }).waitFor()
    await openAlive(page, '/overview')
    await openPalette()
    await page.getByRole('button', { name: title }).waitFor()
    await page.keyboard.type('HD-00351')
    await page
      .getByRole('button', { name: /HD-00351/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
  })

  test('finds in spite of a wrong letter, reads where it was found, and comes from a comment to its ticket', async () => {
    // Typed at once: nothing of it is lost while the palette opens.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tempalte')
    const comment = page
      .getByRole('dialog')
      .getByRole('button', { name: /Which template does/ })
      .first()
    await comment.locator('mark').filter({ hasText: 'template' }).waitFor()
    expect(await page.getByRole('textbox', { name: word('Find a record, a screen or a command') }).inputValue()).toBe(
      'tempalte',
    )
    await expectAccessible(page)
    const number = /HD-\d{5}/.exec((await comment.textContent()) ?? '')?.[0] ?? 'none'
    await comment.click()
    await page.getByRole('heading', { level: 1, name: new RegExp(number) }).waitFor()
    await page.goto('/search?q=tempalte')
    await page
      .getByText(word('No results for “{text}”. Showing words that differ by one letter.', { text: 'tempalte' }))
      .waitFor()
    await expectAccessible(page)
    // As in a list: one key to the first row, one to open it.
    await page.getByRole('searchbox', { name: wording('Search {name}') }).press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /HD-/ }).waitFor()
  })

  test.each([
    [
      'who is called as it was typed, before tickets that only have the name',
      'agent',
      'hannah brandt',
      'Hannah Brandt',
    ],
    ['a team by its name', 'manager', 'product and apps', 'Product and apps'],
  ] as const)('opens by Enter %s', async (_, who, typed, name) => {
    const { page: own } = await journey.visit(sample[who])
    await openAlive(own, '/overview')
    await own.keyboard.press('Control+k')
    await own.keyboard.type(typed)
    const first = own.getByRole('dialog').getByRole('button').first()
    await expect.poll(() => first.textContent()).toBe(name)
    await expectAccessible(own)
    await own.keyboard.press('Enter')
    await own.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  })

  test('watches a record and goes to its comment by words', async () => {
    await page.goto('/tickets?view=all')
    await page.locator('[data-row-link]').first().click()
    await page.getByRole('button', { name: word('Watch'), pressed: false }).waitFor()
    await page.getByRole('textbox', { name: 'Comment' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('watch')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: word('Watch'), pressed: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('add comment')
    await page.keyboard.press('Enter')
    await expectFocus(page.getByRole('textbox', { name: 'Comment' }))
  })

  test('finds by words what the page loads after the palette was opened', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/api\/tickets\/[0-9a-f-]{36}\?/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/tickets?view=all')
    await page.locator('[data-row-link]').first().click()
    await openPalette()
    await page.keyboard.type('add')
    release()
    await page.locator('form[data-command="Add comment"]').waitFor()
    await page.keyboard.type(' comment')
    await expect.poll(() => page.getByRole('dialog').getByRole('button').first().textContent()).toBe('Add comment')
    await page.keyboard.press('Enter')
    await expectFocus(page.getByRole('textbox', { name: 'Comment' }))
  })

  test('keeps what was found in sight while one types on', async () => {
    const { post } = await journey.visit(sample.agent)
    await post('/api/tickets', { subject: 'Lost between two letters', description: 'It was here a moment ago.' })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const isWhole = (url: URL) => url.searchParams.get('search') === 'Lost between two letters'
    await page.route(isWhole, async (route) => {
      await held
      await route.continue()
    })
    await openPalette()
    await page.keyboard.type('Lost between two')
    const hit = page.getByRole('dialog').getByRole('button', { name: /^HD-\d+ Lost between two letters/ })
    await hit.waitFor()
    const asked = page.waitForRequest((request) => isWhole(new URL(request.url())))
    await page.keyboard.type(' letters')
    await asked
    expect(await hit.count()).toBe(1)
    await page.keyboard.press('Enter')
    release()
    await page.getByRole('heading', { level: 1, name: /Lost between two letters/ }).waitFor()
  })

  test('is shown the shortcuts of the page, and can switch single keys off', async () => {
    await page.goto('/tickets?view=all')
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
    const first = page.locator('[data-row-link]').first()
    await first.focus()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: word('Keyboard shortcuts') })
    await list.getByText(word('Next row')).waitFor()
    await expectAccessible(page)
    await list.getByRole('checkbox', { name: word('Use single-key shortcuts') }).uncheck()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    // The keyboard is where it was.
    await expectFocus(first)
    await page.keyboard.press('?')
    await page.keyboard.press('n')
    expect(new URL(page.url()).pathname).toBe('/tickets')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('opens the palette and the shortcuts over a row beside the list; Esc closes what was opened last', async () => {
    await page.goto('/tickets?view=all')
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
    await page.locator('[data-row-link]').first().press('Space')
    const peek = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: word('Next record') }) })
    await peek.getByRole('link', { name: word('Open the whole page') }).waitFor()
    const title = await peek.getByRole('heading', { level: 2 }).first().textContent()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('textbox', { name: word('Find a record, a screen or a command') })
    await box.waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'hidden' })
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: word('Keyboard shortcuts') })
    await shortcuts.waitFor()
    await page.keyboard.press('Escape')
    await shortcuts.waitFor({ state: 'hidden' })
    expect(await peek.getByRole('heading', { level: 2 }).first().textContent()).toBe(title)
    await page.keyboard.press('Escape')
    await peek.waitFor({ state: 'hidden' })
  })

  test('goes on in sight by J after the row was scrolled away', async () => {
    await page.goto('/tickets?view=all')
    const list = page.getByRole('region', { name: 'Tickets' })
    await list.locator('[data-row-link]').first().waitFor()
    await page.keyboard.press('j')
    await list.evaluate((region) => region.scrollTo({ top: region.scrollHeight }))
    await page.locator('[data-row-link]').first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-row-link]'))).toBe(false)
    const before = await list.evaluate((region) => region.scrollTop)
    await page.keyboard.press('j')
    expect(await page.evaluate(() => document.activeElement?.matches('[data-row-link]'))).toBe(true)
    expect(await list.evaluate((region) => region.scrollTop)).toBe(before)
  })
})
