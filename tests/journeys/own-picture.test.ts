// A person's own picture: chosen in the account, and seen wherever their initials would stand.
import { expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { PNG } from '../server/api/files/file-document.ts'
import { describeJourney, expectAccessible, HELPDESK, openAlive } from './journey.ts'
import { word } from './words.ts'

describeJourney('a picture of oneself', HELPDESK, (journey) => {
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

  const choosePicture = async (page: Page) => {
    await openAlive(page, '/account')
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
    await dialog.getByRole('link', { name: 'me.png' }).waitFor()
    await dialog.getByRole('button', { name: word('Save') }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  test('is chosen in the account, and stands in the menu at once', async () => {
    const { page } = await journey.visit(sample.agent)
    await openAlive(page, '/account')
    const own = page.getByRole('link', { name: 'Amara Okafor' })
    expect(await own.locator('img').count()).toBe(0)
    await choosePicture(page)
    await expectPicture(own)
    await expectAccessible(page)
  })

  test('is seen in lists, at records, in pickers and among the people to mention', async () => {
    const { page: owner } = await journey.visit(sample.otherAgent)
    await choosePicture(owner)
    const { page, find } = await journey.visit(sample.manager)
    const [{ id }] = await find('/api/tickets', 'status == "open" and assignee.name == "Priya Raman"')
    await openAlive(page, '/people')
    await expectPicture(page.getByRole('row', { name: /Priya Raman/ }))
    await openAlive(page, `/tickets/${id}`)
    await expectPicture(page.locator('main [data-person-name]', { hasText: 'Priya Raman' }).first().locator('..'))
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('@Priy')
    await expectPicture(page.getByRole('option', { name: 'Priya Raman' }))
    await page.keyboard.press('Escape')
    await comment.fill('')
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByRole('dialog').getByRole('combobox').click()
    await expectPicture(page.getByRole('option', { name: /Priya Raman/ }))
  })
})
