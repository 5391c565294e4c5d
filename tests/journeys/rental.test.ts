// An own application in the hands of those who use it: a record is filled in where one reads it, and its list stays in order.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { RENTAL, RENTAL_PEOPLE, rentalSample } from '../apps/rental.ts'
import { describeJourney, expectFocus } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { word } from './words.ts'

describeJourney('a rental', { document: RENTAL, sample: rentalSample() }, (journey) => {
  let visitor: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    visitor = await journey.visit(RENTAL_PEOPLE.counter)
    ;({ page } = visitor)
  })

  const rent = async (note: string | null): Promise<string> => {
    const { id: machine } = await visitor.post('/api/machines', { name: 'Digger', day_rate: '180.00' })
    const span = { from: '2026-12-01', to: '2026-12-03' }
    const { id } = await visitor.post('/api/rentals', { machine, customer: 'Miller', note, ...span })
    return `/rentals/${id}`
  }

  const property = (name: string) => page.locator(`[data-property="${name}"]`)

  test('whose long texts are empty is filled in where they stand', async () => {
    await page.goto(await rent(null))
    await page.getByRole('button', { name: word('Change {name}', { name: 'note' }) }).focus()
    await page.keyboard.press('Enter')
    const note = property('note').getByRole('textbox', { name: 'Note' })
    await expectFocus(note)
    await page.keyboard.type('Comes at seven.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Brings a trailer.')
    await page.keyboard.press('Control+Enter')
    await note.waitFor({ state: 'detached' })
    await expect.poll(() => property('note').innerText()).toMatch(/Comes at seven\.\s+Brings a trailer\./)
    await expectFocus(page.getByRole('button', { name: word('Change {name}', { name: 'note' }) }))
  })

  test('whose long text is there is changed in its place, and left as it was by Escape', async () => {
    await page.goto(await rent('Comes at seven.'))
    await page.getByRole('button', { name: word('Change {name}', { name: 'note' }) }).click()
    const note = property('note').getByRole('textbox', { name: 'Note' })
    await note.fill('Something else')
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    await expect.poll(() => property('note').innerText()).toContain('Comes at seven.')
    await page.getByRole('button', { name: word('Change {name}', { name: 'note' }) }).click()
    await note.fill('Comes at eight.')
    await property('note')
      .getByRole('button', { name: word('Save') })
      .click()
    await note.waitFor({ state: 'detached' })
    await expect.poll(() => property('note').innerText()).toContain('Comes at eight.')
  })

  test('has no totals below its list that nobody wants, and none on cards', async () => {
    await rent(null)
    await page.goto('/machines')
    const total = page.getByRole('cell', { name: `${word('Sum')} €` })
    await total.waitFor()
    await page.getByRole('button', { name: word('View'), exact: true }).click()
    await page
      .getByRole('dialog', { name: word('View') })
      .getByRole('switch', { name: word('Totals') })
      .click()
    await total.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('table', { name: 'Machines' }).waitFor()
    await page.getByRole('button', { name: word('View'), exact: true }).click()
    const choice = page
      .getByRole('dialog', { name: word('View') })
      .getByRole('switch', { name: word('Totals'), checked: false })
    await choice.click()
    await total.waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('list', { name: 'Machines' }).getByText('Digger').first().waitFor()
    expect(await page.getByText(word('Sum'), { exact: false }).count()).toBe(0)
  })

  test.each([390, 1024, 1280, 1920])(
    'has the buttons of its list on one line, filtered too, at %i pixels',
    async (width) => {
      await page.setViewportSize({ width, height: 900 })
      await rent(null)
      await page.goto('/rentals?machine:empty=no')
      const tools = page.getByRole('search').getByRole('button', { name: /^(Columns|View|Import|Export)/ })
      await tools.last().waitFor()
      const tops = await tools.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
      expect(tops.length).toBeGreaterThan(1)
      expect(new Set(tops).size).toBe(1)
    },
  )
})
