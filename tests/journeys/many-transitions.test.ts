// A record that allows a few of many transitions: those come first, the others are asked for, and say why not.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { samplePassword } from '../apps/people.ts'
import { browserPath } from '../browser/browser.ts'
import { readSampleOf } from '../screens/sample-of.ts'
import { expectAccessible, startJourney } from './journey.ts'
import type { Journey } from './journey.ts'
import { label, word } from './words.ts'

const DOCUMENT = 'incident-management'

describe.skipIf(browserPath === undefined)('a duty manager with an incident', () => {
  let journey: Journey
  let page: Page

  beforeAll(async () => {
    journey = await startJourney({
      document: readFileSync(new URL(`../../shared/documents/${DOCUMENT}.md`, import.meta.url), 'utf8'),
      sample: { ...readSampleOf(DOCUMENT), password: samplePassword },
    })
    ;({ page } = await journey.visit('rosa.almeida@example.com'))
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  test('has what can be done in one line, and by keyboard the rest with its reasons', async () => {
    const filter = encodeURIComponent('number == "INC-00011"')
    const found = await page.context().request.get(`/api/incidents?limit=1&filter=${filter}`)
    const { items } = (await found.json()) as { items: { id: string }[] }
    await page.goto(`/incidents/${items[0]?.id}`)
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
      .getByText(/^Not possible: /)
      .first()
      .waitFor({ state: 'attached' })
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await take.waitFor({ state: 'detached' })
    expect(await rest.getAttribute('aria-expanded')).toBe('false')
  })
})
