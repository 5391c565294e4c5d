// A step that ends a record otherwise than its work does is asked about first.
import { test } from 'vitest'
import { readShipped } from '../helpers/compile-document.ts'
import { readSampleOf } from '../screens/sample-of.ts'
import { describeJourney, expectAccessible, expectFocus, openAlive } from './journey.ts'
import { label, word, wording } from './words.ts'

const OPTIONS = { document: readShipped('expense-claims'), sample: readSampleOf('expense-claims') }

describeJourney('a step without a way back', OPTIONS, (journey) => {
  test('is asked about, left, and then done', async () => {
    const { page, find } = await journey.visit('farid.nazari@example.com')
    const [{ id }] = await find('/api/expense-claims', 'status == "draft" and claimant == me')
    await openAlive(page, `/claims/${id}`)
    const button = page.getByRole('button', { name: 'Withdraw', exact: true })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw' })
    await dialog
      .getByText(wording('{title} will be “{state}”. This can’t be undone.', { state: 'withdrawn' }))
      .waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: word('Go back') }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectFocus(button)
    await button.click()
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByText('Withdrawn', { exact: true }).first().waitFor()
  })

  test('that takes a record out of one’s sight says so, in place of what can’t be seen any more', async () => {
    const { page, find, forgive } = await journey.visit('ines.duarte@example.com')
    forgive(404)
    const [{ id }] = await find('/api/expense-claims', 'status == "submitted" and claimant.manager == me')
    await openAlive(page, `/claims/${id}`)
    await page.getByRole('button', { name: 'Send back' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send back' })
    await dialog.getByLabel('Why').fill('The train ticket is missing.')
    await dialog.getByRole('button', { name: 'Send back' }).click()
    await page.getByText(wording('You can’t see “{title}” any more.', { title: /EXP-.*/ })).waitFor()
    await page.getByRole('button', { name: label('Approve') }).waitFor({ state: 'detached' })
    await expectFocus(page.getByRole('link', { name: word('Go to {screen}', { screen: 'Claims' }) }))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/claims')
  })
})
