// A record that allows a few of many transitions: those come first, the others are asked for, and say why not.
import { expect, test } from 'vitest'
import { readShipped } from '../helpers/compile-document.ts'
import { readSampleOf } from '../screens/sample-of.ts'
import { describeJourney, expectAccessible } from './journey.ts'
import { label, word } from './words.ts'

const DOCUMENT = 'incident-management'
const OPTIONS = { document: readShipped(DOCUMENT), sample: readSampleOf(DOCUMENT) }

describeJourney('a duty manager with an incident', OPTIONS, (journey) => {
  test('has what can be done in one line, and by keyboard the rest with its reasons', async () => {
    const { page, find } = await journey.visit('rosa.almeida@example.com')
    const [{ id }] = await find('/api/incidents', 'number == "INC-00011"')
    await page.goto(`/incidents/${id}`)
    const steps = page.getByRole('group', { name: word('What can be done') })
    const rest = steps.getByRole('button', { name: word('Not possible now ({count})', { count: 3 }) })
    await rest.waitFor()
    expect(await steps.getByRole('button').allInnerTexts()).toEqual([
      'Assign',
      'Reassess',
      label('Cancel'),
      word('Not possible now ({count})', { count: 3 }),
    ])
    const tops = await steps
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await rest.focus()
    await page.keyboard.press('Enter')
    const take = steps.getByRole('button', { name: 'Take', exact: true })
    await take.waitFor()
    expect(await take.getAttribute('aria-disabled')).toBe('true')
    await steps
      .getByText(new RegExp(`^${word('Not possible')}: `))
      .first()
      .waitFor({ state: 'attached' })
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await take.waitFor({ state: 'detached' })
    expect(await rest.getAttribute('aria-expanded')).toBe('false')
  })
})
