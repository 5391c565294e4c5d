// Why something is not possible: said once, with who could do it, what is needed, and who was faster.
import { expect, test } from 'vitest'
import { sample } from '../apps/people.ts'
import { RENTAL, RENTAL_PEOPLE, rentalSample } from '../apps/rental.ts'
import { describeJourney, HELPDESK } from './journey.ts'
import { label, word, wording } from './words.ts'

describeJourney('in an own application, why not', { document: RENTAL, sample: rentalSample() }, (journey) => {
  const rent = async (name: string): Promise<string> => {
    const { post } = await journey.visit(RENTAL_PEOPLE.counter)
    const { id: machine } = await post('/api/machines', { name, day_rate: '180.00' })
    const span = { from: '2026-12-01', to: '2026-12-03' }
    const { id } = await post('/api/rentals', { machine, customer: 'Miller', ...span })
    return `/rentals/${id}`
  }

  test('an administrator without a role sees who does the next step, and how to do it themselves', async () => {
    const { page: owner } = await journey.visit(RENTAL_PEOPLE.administrator)
    await owner.goto(await rent('Digger'))
    await owner.getByText(word('Steps for others: {steps}.', { steps: 'Hand out' })).waitFor()
    await owner
      .getByRole('link', { name: word('Give yourself the role {role}', { role: 'Counter or Owner' }) })
      .waitFor()
    await owner.getByRole('button', { name: word('Why can’t I …?') }).click()
    const dialog = owner.getByRole('dialog', { name: word('Why can’t I …?') })
    await dialog.getByText(word('{of}: why not?', { of: 'Hand out' })).waitFor()
    await dialog.getByText('Counter or Owner can do this.').waitFor()
    await dialog.getByText(word('{of}: why not?', { of: 'Take back' })).waitFor()
    await dialog.getByText(/^Counter can do this\./).waitFor()
    await dialog
      .getByRole('link', { name: word('Give yourself the role {role}', { role: 'Counter' }), exact: true })
      .click()
    const drawer = owner.getByRole('dialog', { name: 'Ada Admin' })
    await drawer.getByRole('checkbox', { name: 'Counter' }).waitFor()
  })

  test('a person who has a role reads nothing of others', async () => {
    const { page: counter } = await journey.visit(RENTAL_PEOPLE.counter)
    await counter.goto(await rent('Digger'))
    await counter.getByRole('button', { name: 'Hand out' }).waitFor()
    expect(await counter.getByText(wording('Steps for others: {steps}.')).count()).toBe(0)
  })

  test('a rule over several records says once that it refuses, and what is needed', async () => {
    const { page: counter, forgive } = await journey.visit(RENTAL_PEOPLE.counter)
    for (const status of [409, 422]) forgive(status)
    await rent('Crane')
    await counter.goto('/rentals/new')
    await counter.getByRole('combobox', { name: 'Machine' }).click()
    await counter.getByRole('option', { name: 'Crane' }).click()
    await counter.getByRole('textbox', { name: 'Customer' }).fill('Jones')
    await counter.getByRole('textbox', { name: 'From' }).fill('2026-12-02')
    await counter.getByRole('textbox', { name: label('To'), exact: true }).fill('2026-12-04')
    await counter.keyboard.press('Control+Enter')
    const note = counter.getByRole('alert').filter({ hasText: word('Check {fields}.', { fields: 'Machine' }) })
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

describeJourney('of two agents who take a ticket', HELPDESK, (journey) => {
  test('the second reads who took it and when, with one way to ask why', async () => {
    const [first, second] = [await journey.visit(sample.agent), await journey.visit(sample.otherAgent)]
    second.forgive(409)
    const [{ id }] = await first.find('/api/tickets', 'status == "new"')
    const path = `/tickets/${id}`
    await second.page.goto(path)
    const take = second.page.getByRole('button', { name: 'Take', exact: true })
    await take.waitFor()
    await first.post(`/api${path}/take`, {})
    await take.click()
    const note = second.page.getByRole('alert')
    await note
      .getByText(/^“Take” needs the state “New”\. It is “Open” now: “Take” by Amara Okafor, \d{1,2}:\d\d [AP]M\.$/)
      .waitFor()
    expect(await note.getByText(/^Why/).allInnerTexts()).toEqual([word('Why not?')])
  })
})
