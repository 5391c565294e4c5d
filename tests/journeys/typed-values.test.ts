// Numbers and dates are taken as their reader writes them; what can't be read stays, and says what is expected.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { readShipped } from '../helpers/compile-document.ts'
import { readSampleOf } from '../screens/sample-of.ts'
import { describeJourney, openAlive } from './journey.ts'
import { word } from './words.ts'

const OPTIONS = { document: readShipped('applicant-tracking'), sample: readSampleOf('applicant-tracking') }

describeJourney('somebody who types what they would write', OPTIONS, (journey) => {
  let page: Page

  beforeEach(async () => {
    ;({ page } = await journey.visit('judith.stern@example.com'))
  })

  test('has amounts with marks between thousands understood, and reads in their own words what is expected', async () => {
    await openAlive(page, '/jobs/new')
    const from = page.getByRole('textbox', { name: 'Salary from' })
    await from.fill('45,000')
    await from.press('Tab')
    await expect.poll(() => from.inputValue()).toBe('45000.00')
    const to = page.getByRole('textbox', { name: 'Salary to' })
    await to.fill('€1,234.50')
    await to.press('Tab')
    await expect.poll(() => to.inputValue()).toBe('1234.50')
    await to.fill('a lot')
    await to.press('Tab')
    await page.getByText('Salary to must be a number, such as 1,250.50.').waitFor()
    expect(await to.inputValue()).toBe('a lot')
  })

  test('filters by such an amount', async () => {
    await openAlive(page, '/jobs')
    await page.getByRole('button', { name: word('Filter') }).click()
    await page.getByRole('textbox', { name: word('Find a field') }).fill('salary from')
    await page.keyboard.press('Enter')
    const filter = page.getByRole('dialog')
    await filter.getByRole('combobox').selectOption(word('is more than'))
    const least = filter.getByRole('textbox', { name: word('Value of {label}', { label: 'Salary from' }) })
    await least.fill('plenty')
    await filter.getByText('Salary from must be a number').waitFor()
    await least.fill('45,000')
    await least.press('Enter')
    await page
      .getByRole('button', {
        name: word('Change the filter: {sentence}', { sentence: 'Salary from is more than €45,000.00' }),
      })
      .waitFor()
  })

  test('has a day without a time kept, and a time after it understood', async () => {
    await openAlive(page, '/interviews/new')
    const starts = page.getByRole('textbox', { name: 'Starts' })
    await starts.fill('24/12/2027')
    await starts.press('Tab')
    await page.getByText('Starts at needs a time too, such as 24/12/2027, 14:30.').waitFor()
    expect(await starts.inputValue()).toBe('24/12/2027')
    await starts.fill('24 Dec 2027 9am')
    await starts.press('Tab')
    await expect.poll(() => starts.inputValue()).toBe('24/12/2027, 9:00')
    await page.getByText('Starts at needs a time too').waitFor({ state: 'detached' })
  })
})
