// Creates what is missing where it is chosen, creates another, and changes records that have no page.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { describeJourney, expectAccessible, HELPDESK } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { label, word, wording } from './words.ts'

describeJourney('nothing leads into a dead end', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    visitor = await journey.visit(sample.manager)
    ;({ page } = visitor)
  })

  const tags = () => page.getByRole('combobox', { name: 'Tags' })
  const focusedLabel = () =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement instanceof HTMLInputElement ? (activeElement.labels?.[0]?.textContent ?? '') : ''
    })

  test('a missing tag is created in its picker, by keyboard, and is chosen then', async () => {
    await page.goto('/report')
    await tags().focus()
    await page.keyboard.type('espresso')
    await page.getByRole('option', { name: word('New {name} …', { name: 'tag' }) }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: word('New {name}', { name: 'tag' }) })
    await drawer.waitFor()
    await expect.poll(() => drawer.getByRole('textbox', { name: label('Name') }).inputValue()).toBe('espresso')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await drawer.waitFor({ state: 'detached' })
    await page.getByText('espresso', { exact: true }).first().waitFor()
    await expect.poll(focusedLabel).toContain('Tags')
    expect(new URL(page.url()).pathname).toBe('/report')
  })

  test('another one is created at once, and the one before can be opened', async () => {
    await visitor.post('/api/tags', { name: 'crema' })
    await page.goto('/report')
    await tags().fill('crema')
    await page.getByRole('option', { name: 'crema' }).click()
    await page.getByLabel('Subject').fill('No crema')
    await page.getByRole('textbox', { name: 'Description' }).fill('The coffee is thin.')
    await page.getByRole('button', { name: word('Save and add another') }).click()
    const notice = page
      .getByRole('alert')
      .filter({ hasText: new RegExp(word('{name} created.', { name: 'Ticket HD-\\d+' })) })
    await notice.waitFor()
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('')
    await expect.poll(focusedLabel).toContain('Subject')
    await notice.getByRole('button', { name: word('Open') }).click()
    await page.getByRole('heading', { level: 1, name: /No crema/ }).waitFor()
    await page.getByText('crema', { exact: true }).first().waitFor()
  })

  test('Esc closes what was opened last, and nothing below it', async () => {
    const { id } = await visitor.post('/api/tickets', { subject: 'Too hot', description: 'The coffee is too hot.' })
    await page.goto(`/tickets/${id}`)
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    const edit = page.getByRole('dialog', { name: word('Edit {name}', { name: 'ticket' }) })
    await edit.getByRole('combobox', { name: 'Tags' }).click()
    await page.getByRole('option', { name: word('New {name} …', { name: 'tag' }) }).click()
    const drawer = page.getByRole('dialog', { name: word('New {name}', { name: 'tag' }) })
    await drawer.getByRole('textbox', { name: label('Name') }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await edit.count()).toBe(1)
    await edit.getByRole('button', { name: word('Cancel') }).click()
  })

  test('the one who is signed in stands first among people, then those chosen of late', async () => {
    await page.goto('/teams/new')
    const lead = page.getByRole('combobox', { name: 'Lead' })
    await lead.click()
    const first = page.getByRole('option').first()
    await expect.poll(() => first.innerText()).toMatch(/Miriam Adeyemi\s+you/)
    await lead.fill('me')
    await expect.poll(() => first.innerText()).toMatch(/Miriam Adeyemi\s+you/)
    // The first match is chosen while one types.
    await expect.poll(() => first.getAttribute('data-combobox-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(() => lead.inputValue()).toBe('Miriam Adeyemi')
    await lead.fill('Amara')
    await page.getByRole('option', { name: 'Amara Okafor' }).click()
    await page.goto('/tickets')
    await page.goto('/teams/new')
    await lead.click()
    await expect.poll(async () => (await page.getByRole('option').allInnerTexts())[1]).toMatch(/Amara Okafor\s+recent/)
  })

  test('from an address that does not exist one comes back to the start, signed in or not', async () => {
    const stranger = await journey.visit()
    stranger.forgive(404)
    await stranger.page.goto('/nowhere')
    await stranger.page.getByRole('link', { name: word('Back to the start') }).click()
    await stranger.page.waitForURL((url) => url.pathname !== '/nowhere')
    await stranger.page.getByRole('heading', { level: 1 }).first().waitFor()
    await stranger.page.getByText('404', { exact: true }).waitFor({ state: 'detached' })
  })

  test('an agent is offered only those who may solve a ticket', async () => {
    const { page: agent, find } = await journey.visit(sample.agent)
    const people = await find('/api/people', 'name != ""', 200)
    await agent.goto('/tickets')
    await agent.locator('[data-row-link]').first().click()
    await agent.locator('[data-property="assignee"]').getByRole('button').click()
    await agent.getByRole('combobox', { name: 'Assignee' }).click()
    await agent.getByRole('option', { name: 'Priya Raman' }).waitFor()
    const offered = await agent.getByRole('option').allInnerTexts()
    expect(offered.length).toBeGreaterThan(5)
    expect(offered.length).toBeLessThan(people.length)
    expect(offered.join()).not.toContain('Hannah Brandt')
  })

  test('nothing is offered to those who may not create it', async () => {
    const { page: other } = await journey.visit(sample.customer)
    await other.goto('/report')
    await other.getByRole('combobox', { name: 'Tags' }).click()
    await other.getByRole('option').first().waitFor()
    expect(await other.getByRole('option', { name: wording('New {name} …') }).count()).toBe(0)
  })

  test('before somebody is deactivated, what is open under their name is reassigned', async () => {
    const { page: studio } = await journey.visit(sample.administrator)
    await studio.goto('/studio/people')
    await studio.getByLabel(word('Find people by name or address')).fill('priya')
    await studio.getByRole('button', { name: /Priya Raman/ }).click()
    const drawer = studio.getByRole('dialog')
    await drawer.getByRole('button', { name: word('Deactivate') }).click()
    const open = drawer.getByRole('region', { name: word('Their open records') })
    const assigned = open.getByRole('checkbox', { name: /Tickets, assignee: \d+/ })
    await assigned.waitFor()
    await expect.poll(() => assigned.isChecked()).toBe(true)
    expect(await open.getByRole('button', { name: word('Reassign') }).isDisabled()).toBe(true)
    await open.getByRole('combobox', { name: word('Reassign to') }).fill('Amara')
    await studio.getByRole('option', { name: 'Amara Okafor' }).click()
    await expectAccessible(studio)
    await open.getByRole('button', { name: word('Reassign') }).click()
    await open.getByText(/\d+ reassigned/).waitFor()
    await expect.poll(() => assigned.count()).toBe(0)
  })
})

describeJourney(
  'people without a page',
  { ...HELPDESK, document: withoutPageOfPeople(readShipped('helpdesk')) },
  (journey) => {
    test('a record without a page is changed beside its list, also on a phone', async () => {
      const { page } = await journey.visit(sample.manager)
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto('/people')
        await page.getByRole('button', { name: 'Amara Okafor' }).click()
        const peek = page.getByRole('dialog')
        await peek.getByRole('button', { name: word('Edit'), exact: true }).click()
        const edit = page.getByRole('dialog', { name: word('Edit {name}', { name: 'person' }) })
        await edit.getByRole('textbox', { name: 'Phone' }).fill(`+49 30 ${width}`)
        await edit.getByRole('button', { name: word('Save') }).click()
        await edit.waitFor({ state: 'detached' })
        await peek.getByText(`+49 30 ${width}`).waitFor()
        await expectAccessible(page)
      }
    })
  },
)

function withoutPageOfPeople(document: string): string {
  const [route, details] = [/^\| \/people\/:id .*\n/m, /^### Person\n\n- beside: .*\n\n/m]
  expect([route.test(document), details.test(document)]).toEqual([true, true])
  return document.replace(route, '').replace(details, '')
}
