// Working on the page of a record: facts changed in place, comments, texts compared, copies.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { describeJourney, expectAccessible, expectFocus, HELPDESK } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { word, wording } from './words.ts'

describeJourney('an agent with a record', HELPDESK, (journey) => {
  let visitor: JourneyVisitor
  let page: Page
  let path: string

  beforeEach(async () => {
    visitor = await journey.visit(sample.agent)
    ;({ page } = visitor)
    const [{ id }] = await visitor.find('/api/tickets', 'status == "open" and assignee == me')
    path = `/tickets/${id}`
    await page.goto(path)
  })

  test('changes a fact in place by keyboard; the history has it, and a field that is closed says why', async () => {
    const priority = page.locator('[data-property="priority"]')
    await priority.waitFor()
    const wanted = (await priority.textContent())?.includes('Low') === true ? 'High' : 'Low'
    await priority.getByRole('button', { name: word('Change {name}', { name: 'priority' }) }).focus()
    await page.keyboard.press('Enter')
    await priority.getByRole('combobox').press('ArrowDown')
    await page.getByRole('option', { name: wanted }).click()
    await expect.poll(() => priority.locator('dd').textContent()).toContain(wanted)
    await page
      .getByRole('region', { name: word('History') })
      .getByText('Priority:')
      .first()
      .waitFor()
    await page.locator('[data-property="requester"]').hover()
    await page
      .getByRole('button', { name: word('Why not: {of}?', { of: word('Change {name}', { name: 'requester' }) }) })
      .click()
    await page.getByRole('dialog').getByText(/may/).first().waitFor()
    await page.keyboard.press('Escape')
  })

  test('saves over what others changed meanwhile in other fields, and chooses where both changed the same', async () => {
    visitor.forgive(412)
    const { priority } = await (await page.context().request.get(`/api${path}`)).json()
    const other = (values: object) => visitor.patch(`/api${path}`, values)
    const dialog = page.getByRole('dialog', { name: word('Edit {name}', { name: 'ticket' }) })
    const subject = dialog.getByRole('textbox', { name: 'Subject' })
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    await subject.fill('Mine')
    await other({ priority: priority === 'low' ? 'normal' : 'low' })
    await dialog.getByRole('button', { name: word('Save') }).click()
    await page
      .getByText(wording('{title} is changed. Others changed it too meanwhile; their changes are kept.'))
      .waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    await subject.fill('Mine again')
    await dialog.getByRole('radiogroup', { name: 'Priority' }).getByText('High').click()
    await other({ subject: word('Theirs') })
    await dialog.getByRole('button', { name: word('Save') }).click()
    const choice = dialog.getByRole('radiogroup', { name: 'Subject' })
    await choice.waitFor()
    expect(await dialog.getByRole('alert').getByRole('row').count()).toBe(2)
    await expectAccessible(page)
    await choice.getByText(word('Theirs')).click()
    await dialog.getByRole('button', { name: word('Save') }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await (await page.context().request.get(`/api${path}`)).json()).toMatchObject({
      subject: word('Theirs'),
      priority: 'high',
    })
  })

  test('formats a comment by the toolbar, looks at it, and sends it by Ctrl+Enter', async () => {
    const box = page.getByRole('textbox', { name: 'Comment' })
    await box.fill('Done, see the page')
    await box.press('Control+a')
    await box.press('Control+b')
    // The marks are one stop of the keyboard.
    await page.getByRole('button', { name: word('Bold'), exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expectFocus(page.getByRole('button', { name: word('Italic'), exact: true }))
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role="toolbar"]') !== null)).toBe(false)
    await box.focus()
    await expect.poll(() => box.inputValue()).toBe('**Done, see the page**')
    await page
      .getByRole('radiogroup', { name: word('{label}: write or preview', { label: 'Comment' }) })
      .getByText(word('Preview'))
      .click()
    const preview = page.getByRole('region', { name: word('{label}: preview', { label: 'Comment' }) })
    await preview.locator('strong').getByText('Done, see the page', { exact: true }).waitFor()
    await expectAccessible(page)
    await page
      .getByRole('radiogroup', { name: word('{label}: write or preview', { label: 'Comment' }) })
      .getByText(word('Write'))
      .click()
    await box.press('Control+Enter')
    await page.getByRole('listitem').filter({ hasText: 'Done, see the page' }).first().waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
  })

  test('sees what was changed in a text word by word', async () => {
    for (const internal_note of ['Ask the supplier', 'Ask the new supplier'])
      await visitor.patch(`/api${path}`, { internal_note })
    await page.reload()
    const history = page.getByRole('region', { name: word('History') })
    await history
      .getByRole('button', { name: word('{label} changed', { label: 'Internal note' }) })
      .first()
      .click()
    await history.locator('ins').filter({ hasText: 'new' }).first().waitFor()
  })

  test('makes a copy in the form, with what was there', async () => {
    await page.getByRole('button', { name: word('More for this {name}', { name: 'ticket' }) }).click()
    await page.getByRole('menuitem', { name: word('Duplicate') }).click()
    await page.getByRole('heading', { level: 1, name: 'Report a problem' }).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Subject' }).inputValue()).not.toBe('')
  })

  test('who asked too often waits, and tries again by a button', async () => {
    const visitor = await journey.visit(sample.agent)
    visitor.forgive(429)
    const problem = {
      type: 'urn:verbatim:too_many_requests',
      status: 429,
      code: 'too_many_requests',
      detail: 'Too many requests. Please wait a moment.',
    }
    let isRefusing = true
    await visitor.page.route('**/api/tickets?*', (route) =>
      isRefusing
        ? route.fulfill({ status: 429, contentType: 'application/problem+json', body: JSON.stringify(problem) })
        : route.continue(),
    )
    await visitor.page.goto('/tickets')
    const again = visitor.page.getByRole('button', { name: word('Try again') })
    await again.waitFor()
    isRefusing = false
    await again.click()
    await visitor.page.locator('tr[data-record]').first().waitFor()
  })
})
