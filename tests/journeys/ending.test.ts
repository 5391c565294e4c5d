// A step that ends a record otherwise than its work does is asked about first.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from '../browser/browser.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { readSampleOf } from '../screens/sample-of.ts'
import { expectAccessible, expectFocus, openAlive, startJourney } from './journey.ts'
import type { Journey } from './journey.ts'

describe.skipIf(browserPath === undefined)('a step without a way back', () => {
  let journey: Journey

  beforeAll(async () => {
    journey = await startJourney({ document: readShipped('expense-claims'), sample: readSampleOf('expense-claims') })
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  test('is asked about, left, and then done', async () => {
    const { page, complaints } = await journey.visit('farid.nazari@example.com')
    const filter = encodeURIComponent('status == "draft" and claimant == me')
    const answer = await page.context().request.get(`/api/expense-claims?limit=1&filter=${filter}`)
    const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] }
    await openAlive(page, `/claims/${items[0]?.id}`)
    const button = page.getByRole('button', { name: 'Withdraw', exact: true })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw' })
    await dialog.getByText('will be “withdrawn”. This can’t be undone.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectFocus(button)
    await button.click()
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByText('Withdrawn', { exact: true }).first().waitFor()
    expect(complaints).toEqual([])
  })

  test('that takes a record out of one’s sight says so, in place of what can’t be seen any more', async () => {
    const { page } = await journey.visit('ines.duarte@example.com')
    const filter = encodeURIComponent('status == "submitted" and claimant.manager == me')
    const answer = await page.context().request.get(`/api/expense-claims?limit=1&filter=${filter}`)
    const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] }
    await openAlive(page, `/claims/${items[0]?.id}`)
    await page.getByRole('button', { name: 'Send back' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send back' })
    await dialog.getByLabel('Why').fill('The train ticket is missing.')
    await dialog.getByRole('button', { name: 'Send back' }).click()
    await page.getByText(/^You can’t see “EXP-.*” any more\.$/).waitFor()
    await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
    await expectFocus(page.getByRole('link', { name: 'Go to Claims' }))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/claims')
  })
})
