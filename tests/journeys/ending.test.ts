// A step that ends a record otherwise than its work does is asked about first; two people at one record see what the other does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from '../browser/browser.ts'
import { sample } from '../apps/people.ts'
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
})

describe.skipIf(browserPath === undefined)('two people at one ticket', () => {
  let journey: Journey

  beforeAll(async () => {
    journey = await startJourney()
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  test('see what the other does, and lose nothing that they type meanwhile', async () => {
    const { page, complaints } = await journey.visit(sample.agent)
    const { page: other } = await journey.visit(sample.manager)
    const filter = encodeURIComponent('status == "open" and priority == "normal"')
    const answer = await page.context().request.get(`/api/tickets?limit=1&filter=${filter}`)
    const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] }
    const path = `/tickets/${items[0]?.id}`
    await page.clock.install()
    await openAlive(page, path)
    await page.getByRole('textbox', { name: 'Comment' }).fill('Half a sentence')
    const changed = await other.context().request.patch(`/api${path}`, {
      data: { priority: 'urgent' },
      headers: { Origin: journey.desk.url },
    })
    expect(changed.status()).toBe(200)
    const commented = await other.context().request.post('/api/comments', {
      data: { ticket: items[0]?.id, body: 'The manager was here.' },
      headers: { Origin: journey.desk.url },
    })
    expect(commented.status()).toBe(201)
    await page.clock.fastForward(21_000)
    await page.locator('[data-property="priority"]').getByText('Urgent').waitFor()
    await page.getByText('The manager was here.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Half a sentence')
    expect(complaints).toEqual([])
  })
})
