// The pictures of the document in a real browser: states, entities and roles, by keyboard, as files, on a phone and on paper.
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { helpdeskLine, readShipped } from '../helpers/compile-document.ts'
import { helpdeskSample } from '../apps/people-sample.ts'
import { describeJourney, expectAccessible, openAlive } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
import { word, wording } from './words.ts'

describeJourney('the pictures', { document: readShipped('helpdesk'), sample: helpdeskSample() }, (journey) => {
  let page: Page

  beforeEach(async () => {
    ;({ page } = await journey.visit(sample.administrator))
  })

  const NAMES = {
    states: word('States of {name}', { name: 'Ticket: Status' }),
    entities: word('Entities and their relations'),
    roles: word('What roles may do'),
  } as const
  const diagram = (kind: keyof typeof NAMES) => page.getByRole('group', { name: NAMES[kind] })
  const matrix = () => page.getByRole('table', { name: NAMES.roles })
  const open = async (kind: keyof typeof NAMES): Promise<void> => {
    await page.goto(`/studio/pictures?show=${kind}`)
    await (kind === 'roles' ? matrix() : diagram(kind)).waitFor()
  }
  const expectLine = async (start: string): Promise<void> => {
    const line = helpdeskLine(start)
    await page.waitForURL(`**/studio#L${line}`)
    const chosen = page.getByRole('listitem').and(page.locator('[aria-current="location"]'))
    await expect.poll(() => chosen.innerText()).toContain(start)
  }
  const saved = async (kind: keyof typeof NAMES): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: word('Save as SVG: {name}', { name: NAMES[kind] }) }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^[a-z-]+\.svg$/)
    return readFileSync(await download.path(), 'utf8')
  }

  test('are found from the document, and each name leads to its line', async () => {
    await openAlive(page, '/studio')
    await page
      .getByRole('navigation', { name: word('Studio') })
      .getByRole('link', { name: word('Pictures') })
      .click()
    await diagram('states')
      .getByRole('link', { name: /→ resolve \(Agent, Manager\) → resolved/ })
      .first()
      .click()
    await expectLine('| resolve | open, waiting |')
    await open('states')
    await page
      .getByRole('listitem')
      .getByRole('link', { name: 'new → take (Agent, Manager) → open', exact: true })
      .click()
    await expectLine('| take | new | open |')
    await open('entities')
    await diagram('entities').getByRole('link', { name: 'internal_note: long text' }).click()
    await expectLine('| internal_note |')
    await open('roles')
    await matrix()
      .getByRole('row', { name: /^Ticket / })
      .getByRole('link', {
        name: `update ${word('if {condition}', { condition: 'requester == me and status == "new"' })}`,
      })
      .click()
    await expectLine('| Customer | Ticket | update |')
  })

  test('by keyboard: a state, then what leads out of it', async () => {
    const keys = await keyboardOf(page)
    await open('states')
    await keys.skipMenu()
    const links = diagram('states').getByRole('link')
    await keys.tabTo(links.first())
    expect(await links.first().getAttribute('aria-label')).toBe('new: Nobody has looked at it')
    await keys.press('Tab', 'Tab')
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('new → take (Agent, Manager) → open')
    await keys.press('Enter')
    await expectLine('| take | new | open |')
  })

  test.each(['light', 'dark'] as const)('are accessible in a %s window and on a phone', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    for (const kind of ['states', 'entities', 'roles'] as const)
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await open(kind)
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
  })

  test('become larger and smaller, and show their whole width on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('states')
    const wide = async () => (await diagram('states').boundingBox())?.width ?? 0
    const frame = page.getByRole('region', { name: wording('Diagram: {name}') })
    await page.getByRole('button', { name: word('Whole width') }).click()
    const whole = await wide()
    expect(whole).toBeLessThanOrEqual((await frame.boundingBox())?.width ?? 0)
    await page.getByRole('button', { name: word('Larger') }).click()
    await expect.poll(wide).toBeGreaterThan(whole)
    await page.getByRole('button', { name: word('Smaller') }).click()
    await expect.poll(wide).toBeCloseTo(whole, 0)
  })

  test('are saved as files that need nothing else, in the colours of the page', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const [kind, said] of [
      ['states', ['resolved', 'take']],
      ['entities', ['internal_note: long text', '0..10']],
      ['roles', ['Customer', 'history']],
    ] as const) {
      await open(kind)
      const svg = await saved(kind)
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
      expect(svg).not.toMatch(/<script|<a[ >]|href=|class=|var\(|url\((?!data:font|&quot;)/)
      expect(svg).toContain('url(data:font/woff2;base64,')
      expect(svg.replace(/base64,[^)]*/, '')).toContain('#1d1f24')
      for (const text of said) expect(svg).toContain(`>${text}<`)
    }
  })

  test('are whole on paper', async () => {
    await open('entities')
    await page.emulateMedia({ media: 'print' })
    const shown = await diagram('entities').boundingBox()
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(1280)
    expect(await page.getByRole('button', { name: word('Larger') }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
  })

  test('are for those who may read the document', async () => {
    const { page: agent, forgive } = await journey.visit(sample.agent)
    forgive(404)
    expect((await agent.goto('/studio/pictures'))?.status()).toBe(404)
  })
})
