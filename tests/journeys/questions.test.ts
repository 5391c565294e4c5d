// The questions of a document in a real browser: counted on the page About, listed in the studio, each leading to its line.
import { expect, test } from 'vitest'
import { sampleOf } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { describeJourney, expectAccessible } from './journey.ts'
import { wording, word } from './words.ts'

const AUTHOR = 'ada@example.com'
const READER = 'ben@example.com'
const PEOPLE = [
  { at: '-P2D', name: 'Ada', email: AUTHOR, administrator: true },
  { at: '-P2D', name: 'Ben', email: READER },
]
const sample = sampleOf(JSON.stringify({ password: samplePassword, people: PEOPLE, actions: [] }))

const QUESTIONS = `### Unknowns

- Who reads the page?
  - owner: Ann
  - asked: 2026-11-29
- Is there a fee?
  - owner: Ben
  - answer: no, it is free
  - answered: 2026-12-01`

const document = readShipped('seed').replace('not shown.\n\n## 2.', `not shown.\n\n${QUESTIONS}\n\n## 2.`)

describeJourney('questions of the document', { document, sample }, (journey) => {
  test('lead from the page About to their list, and from there to their lines', async () => {
    const { page } = await journey.visit(AUTHOR)
    await page.goto('/about')
    await page.getByRole('link', { name: word('{count} open question', { count: 1 }), exact: true }).click()
    const list = page.getByRole('region', { name: word('Questions'), exact: true })
    await list.getByText('Who reads the page?').waitFor()
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page)
    }
    const settled = list.getByRole('listitem').filter({ hasText: 'Is there a fee?' })
    await settled.getByText(word('Settled'), { exact: true }).waitFor()
    await settled.getByText(word('Answer: {answer}', { answer: 'no, it is free' })).waitFor()
    await settled.getByRole('link', { name: wording('Line {line}') }).click()
    const line = page.locator('li[aria-current="location"]')
    await expect.poll(() => line.textContent()).toContain('- Is there a fee?')
  })

  test('are not spoken of to those who may not read the document', async () => {
    const { page } = await journey.visit(READER)
    await page.goto('/about')
    await page.getByRole('heading', { name: word('What isn’t known yet') }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: wording('{count} open question') }).count()).toBe(0)
  })
})
