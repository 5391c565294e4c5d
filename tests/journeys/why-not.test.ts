// Why something is not possible: said once, with who could do it, what is needed, and who was faster.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
import { RENTAL, RENTAL_PEOPLE, rentalSample } from '../apps/rental.ts'
import { startJourney } from './journey.ts'
import type { Journey } from './journey.ts'
import { label, word, wording } from './words.ts'

describe.skipIf(browserPath === undefined)('in an own application, why not', () => {
  let journey: Journey
  let owner: Page
  let counter: Page
  let machine: string
  let rental: string

  const send = async (page: Page, path: string, data: object): Promise<string> => {
    const answer = await page.request.post(path, { data, headers: { Origin: journey.desk.url } })
    expect([200, 201]).toContain(answer.status())
    return (await answer.json()).id
  }

  beforeAll(async () => {
    journey = await startJourney({ document: RENTAL, sample: rentalSample() })
    const visitors = [await journey.visit(RENTAL_PEOPLE.administrator), await journey.visit(RENTAL_PEOPLE.counter)]
    for (const visitor of visitors) for (const status of [409, 422]) visitor.forgive(status)
    ;[owner, counter] = visitors.map(({ page }) => page) as [Page, Page]
    machine = await send(counter, '/api/machines', { name: 'Digger', day_rate: '180.00' })
    rental = await send(counter, '/api/rentals', {
      machine,
      customer: 'Miller',
      from: '2026-12-01',
      to: '2026-12-03',
    })
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  test('an administrator without a role sees who does the next step, and how to do it themselves', async () => {
    await owner.goto(`/rentals/${rental}`)
    await owner.getByText(word('Steps for others: {steps}.', { steps: 'Hand out' })).waitFor()
    await owner
      .getByRole('link', { name: word('Give yourself the role {role}', { role: 'Counter or Owner' }) })
      .waitFor()
    await owner.getByRole('button', { name: word('Why can’t I …?') }).click()
    const dialog = owner.getByRole('dialog', { name: word('Why can’t I …?') })
    await dialog.getByText('Hand out: why not?').waitFor()
    await dialog.getByText('Counter or Owner can do this.').waitFor()
    await dialog.getByText('Take back: why not?').waitFor()
    await dialog.getByText(/^Counter can do this\./).waitFor()
    await dialog
      .getByRole('link', { name: word('Give yourself the role {role}', { role: 'Counter' }), exact: true })
      .click()
    const drawer = owner.getByRole('dialog', { name: 'Ada Admin' })
    await drawer.getByRole('checkbox', { name: 'Counter' }).waitFor()
  })

  test('a person who has a role reads nothing of others', async () => {
    await counter.goto(`/rentals/${rental}`)
    await counter.getByRole('button', { name: 'Hand out' }).waitFor()
    expect(await counter.getByText(wording('Steps for others: {steps}.')).count()).toBe(0)
  })

  test('a rule over several records says once that it refuses, and what is needed', async () => {
    await counter.goto('/rentals/new')
    await counter.getByRole('combobox', { name: 'Machine' }).click()
    await counter.getByRole('option', { name: 'Digger' }).click()
    await counter.getByRole('textbox', { name: 'Customer' }).fill('Jones')
    await counter.getByRole('textbox', { name: 'From' }).fill('2026-12-02')
    await counter.getByRole('textbox', { name: label('To'), exact: true }).fill('2026-12-04')
    await counter.keyboard.press('Control+Enter')
    const note = counter.getByRole('alert').filter({ hasText: 'Check Machine.' })
    await note.waitFor()
    const main = counter.getByRole('main')
    expect(await main.getByText('The machine is taken then.').count()).toBe(1)
    expect(await main.getByText(/^Why/).count()).toBe(1)
    await note.getByRole('button', { name: word('Why not?') }).click()
    const dialog = counter.getByRole('dialog', { name: word('Why not?') })
    await dialog.getByText(word('What’s needed')).waitFor()
    await dialog.getByText('From “From” to “To” there is no other Rental with the same “Machine”.').waitFor()
  })
})

describe.skipIf(browserPath === undefined)('of two agents who take a ticket', () => {
  let journey: Journey

  beforeAll(async () => {
    journey = await startJourney()
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  test('the second reads who took it and when, with one way to ask why', async () => {
    const [first, second] = [await journey.visit(sample.agent), await journey.visit(sample.otherAgent)]
    second.forgive(409)
    const { items } = await (await first.page.request.get('/api/tickets?limit=1&filter=status == "new"')).json()
    const path = `/tickets/${items[0].id}`
    await second.page.goto(path)
    const take = second.page.getByRole('button', { name: 'Take', exact: true })
    await take.waitFor()
    const taken = await first.page.request.post(`/api${path}/take`, { data: {}, headers: { Origin: journey.desk.url } })
    expect(taken.status()).toBe(200)
    await take.click()
    const note = second.page.getByRole('alert')
    await note
      .getByText(/^“Take” needs the state “New”\. It is “Open” now: “Take” by Amara Okafor, \d{1,2}:\d\d [AP]M\.$/)
      .waitFor()
    expect(await note.getByText(/^Why/).allInnerTexts()).toEqual([word('Why not?')])
    expect(second.complaints).toEqual([])
  })
})
