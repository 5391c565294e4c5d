// The questions of a document in a real browser: counted on the page About, listed in the studio, each leading to its line.
import { expect, test } from 'vitest'
import { sampleOf } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { readText } from './document-text.ts'
import { describeJourney, expectAccessible, expectFocus } from './journey.ts'
import { keyboardOf } from './keyboard.ts'
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
    // Every page says it in the menu, the first one too.
    await page.goto('/')
    const studio = page.getByRole('navigation').getByRole('link', { name: word('Studio') })
    await expect.poll(() => studio.textContent()).toContain(`1 ${word('to answer')}`)
    await page.goto('/about')
    const open = page.getByRole('region', { name: word('{count} open question', { count: 1 }), exact: true })
    await open.getByRole('listitem').filter({ hasText: 'Who reads the page?' }).getByText('Ann').waitFor()
    await expectAccessible(page)
    await open.getByRole('link').press('Enter')
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

  test('are asked and answered in the draft, by keyboard', async () => {
    const { page } = await journey.visit(AUTHOR)
    const keys = await keyboardOf(page)
    await page.goto('/studio')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    const area = page.getByRole('textbox', { name: word('Text of the document') })
    const add = async (kind: string) => {
      await keys.press('Escape')
      await keys.use(button(word('Add')), 'Shift+Tab')
      await keys.takeItem(page.getByRole('menuitem', { name: `${kind} …`, exact: true }))
      await dialog.waitFor()
    }
    await button(word('Edit')).waitFor()
    await keys.skipMenu()
    await keys.use(button(word('Edit')))
    await expectFocus(area)
    await add(word('Question'))
    await expectAccessible(page)
    await expectFocus(dialog.getByRole('textbox', { name: word('Question') }))
    await keys.type('Who pays?')
    await keys.write(dialog.getByRole('textbox', { name: word('Owner') }), 'Cy')
    await keys.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    // The list beside the text has what is being written.
    const drafted = page.getByRole('region', { name: word('Questions'), exact: true })
    await drafted.getByText('Who pays?').waitFor()
    await drafted.getByText(word('Owner: {owner}', { owner: 'Cy' })).waitFor()
    await expect.poll(() => readText(area)).toMatch(/\n- Who pays\?\n {2}- owner: Cy\n {2}- asked: \d{4}-\d\d-\d\d\n/)
    await add(word('Answer'))
    const asked = dialog.getByRole('combobox', { name: word('Question') })
    await expectFocus(asked)
    await expect.poll(() => asked.getByRole('option').allTextContents()).toEqual(['Who reads the page?', 'Who pays?'])
    await keys.write(dialog.getByRole('textbox', { name: word('Answer') }), 'The town.')
    await keys.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => readText(area))
      .toMatch(/asked: 2026-11-29\n {2}- answer: The town\.\n {2}- answered: \d{4}/)
    await page.getByText(word('No errors.')).waitFor()
  })

  test('are not spoken of to those who may not read the document', async () => {
    const { page } = await journey.visit(READER)
    await page.goto('/about')
    await page.getByRole('heading', { name: word('What isn’t known yet') }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: wording('{count} open question') }).count()).toBe(0)
    await expect.poll(() => page.getByText(word('to answer')).count()).toBe(0)
  })
})
