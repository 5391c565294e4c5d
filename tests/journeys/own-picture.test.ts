// A person's own picture: chosen in the account, and seen wherever their initials would stand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { browserPath } from '../browser/browser.ts'
import { PNG } from '../server/api/files/file-document.ts'
import { expectAccessible, openAlive, startJourney, stopAtBrokenStep } from './journey.ts'
import type { Journey } from './journey.ts'
import { word } from './words.ts'

describe.skipIf(browserPath === undefined)('a picture of oneself', () => {
  stopAtBrokenStep()
  let journey: Journey
  let page: Page
  let colleague: Page
  let complaints: readonly string[]

  beforeAll(async () => {
    journey = await startJourney()
    ;({ page, complaints } = await journey.visit(sample.agent))
    ;({ page: colleague } = await journey.visit(sample.manager))
  }, 180_000)

  afterAll(async () => {
    await journey?.close()
  })

  /** The picture is there, and was loaded. */
  const expectPicture = (place: Locator) =>
    expect
      .poll(() =>
        place
          .locator('img[data-initials]')
          .first()
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0)

  test('is chosen in the account, and stands in the menu at once', async () => {
    await openAlive(page, '/account')
    const own = page.getByRole('link', { name: 'Amara Okafor' })
    expect(await own.locator('img').count()).toBe(0)
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
    await dialog.getByRole('link', { name: 'me.png' }).waitFor()
    await dialog.getByRole('button', { name: word('Save') }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectPicture(own)
    await expectAccessible(page)
  })

  test('is seen in lists, at records, in pickers and among the people to mention', async () => {
    await openAlive(colleague, '/people')
    await expectPicture(colleague.getByRole('row', { name: /Amara Okafor/ }))
    const filter = encodeURIComponent('status == "open" and assignee.name == "Amara Okafor"')
    const answer = await colleague.context().request.get(`/api/tickets?limit=1&filter=${filter}`)
    const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] }
    await openAlive(colleague, `/tickets/${items[0]?.id}`)
    await expectPicture(colleague.locator('main [data-person-name]', { hasText: 'Amara Okafor' }).first().locator('..'))
    await colleague.getByRole('textbox', { name: 'Comment' }).fill('@Amar')
    await expectPicture(colleague.getByRole('option', { name: 'Amara Okafor' }))
    await colleague.keyboard.press('Escape')
    await colleague.getByRole('textbox', { name: 'Comment' }).fill('')
    await colleague.getByRole('button', { name: 'Assign', exact: true }).click()
    await colleague.getByRole('dialog').getByRole('combobox').click()
    await expectPicture(colleague.getByRole('option', { name: /Amara Okafor/ }))
  })

  test('nothing was complained about', () => {
    expect(complaints).toEqual([])
  })
})
