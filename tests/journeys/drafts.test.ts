// Drafts of the document in a real browser: two windows, a closed one, a discarded text, and a lost language service.
// @module-tag call/get/system/document/draft
// @module-tag call/put/system/document/draft
// @module-tag call/delete/system/document/draft
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { helpdeskSample } from '../apps/people-sample.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { readText, writeText } from './document-text.ts'
import { describeJourney, expectAccessible } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { word } from './words.ts'

// As a file that was written on Windows.
const document = readShipped('helpdesk').replaceAll('\n', '\r\n')

describeJourney('drafts of the document', { document, sample: helpdeskSample() }, (journey) => {
  let administrator: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    administrator = await journey.visit(sample.administrator)
    ;({ page } = administrator)
    const headers = { Origin: journey.desk.url }
    await page.request.delete('/api/system/document/draft', { headers })
  })

  const area = (of = page) => of.getByRole('textbox', { name: word('Text of the document') })
  const kept = (of = page) => of.getByText(word('Your draft is kept on the server.'))
  const conflict = (of = page) =>
    of.getByRole('alert').filter({ hasText: word('You are writing this draft in another window, too.') })
  const onServer = async (): Promise<string | undefined> => {
    const answer = await page.request.get('/api/system/document/draft')
    return ((await answer.json()) as { draft: { text: string } | null }).draft?.text
  }
  /** Writes behind the first heading. */
  const type = async (words: string, of = page): Promise<void> => {
    await area(of).press('Control+Home')
    await area(of).press('End')
    await of.keyboard.type(words)
  }
  const openEditor = async (of = page): Promise<void> => {
    await of.goto('/studio')
    // A draft opens the editor by itself.
    const edit = of.getByRole('button', { name: word('Edit'), exact: true })
    await edit.or(area(of)).waitFor()
    if (await edit.isVisible()) await edit.click()
    await area(of).waitFor()
  }
  const firstLine = async (of = page): Promise<string> => (await readText(area(of))).split('\n')[0]?.trim() ?? ''

  test('two windows of one author: either text can go on, and nothing typed is lost', async () => {
    administrator.forgive(412)
    const other = await administrator.context.newPage()
    await openEditor()
    await type(' here')
    await kept().waitFor()
    await openEditor(other)
    expect(await firstLine(other)).toMatch(/ here$/)
    await type(' and there', other)
    await kept(other).waitFor()

    await type(' again')
    await conflict()
      .getByRole('button', { name: word('Compare and decide') })
      .click()
    const dialog = page.getByRole('dialog', { name: word('Which text do you want to keep?') })
    const lines = await dialog.getByRole('region', { name: word('Lines that differ') }).innerText()
    expect(lines).toContain(' here and there')
    expect(lines).toContain(' here again')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: word('Keep the text of this window') }).click()
    await kept().waitFor()
    expect((await onServer())?.split('\r\n')[0]).toMatch(/ here again$/)

    await type(' still', other)
    await conflict(other)
      .getByRole('button', { name: word('Compare and decide') })
      .click()
    await other.getByRole('button', { name: word('Take the text of the other window') }).click()
    await conflict(other).waitFor({ state: 'detached' })
    expect(await firstLine(other)).toMatch(/ here again$/)
    await other.getByRole('button', { name: word('Undo') }).click()
    expect(await firstLine(other)).toMatch(/ here and there still$/)
    await kept(other).waitFor()
    await expect.poll(onServer).toMatch(/ here and there still\r\n/)
  })

  test('a window whose draft was discarded in another one keeps its text until its author decides', async () => {
    administrator.forgive(412)
    const other = await administrator.context.newPage()
    await openEditor()
    await type(' once')
    await kept().waitFor()
    await openEditor(other)
    await other.getByRole('button', { name: word('Discard') }).click()
    await expect.poll(onServer).toBeUndefined()
    await type(' more')
    await conflict()
      .getByRole('button', { name: word('Keep the text of this window') })
      .click()
    await kept().waitFor()
    expect(await onServer()).toMatch(/ once more\r\n/)
  })

  test('a discarded text that is wanted back is on the server again before a key is pressed', async () => {
    await openEditor()
    await type(' regretted')
    await kept().waitFor()
    await page.getByRole('button', { name: word('Discard') }).click()
    await expect.poll(onServer).toBeUndefined()
    await page.getByRole('button', { name: word('Undo') }).click()
    await kept().waitFor()
    expect(await onServer()).toMatch(/ regretted\r\n/)
  })

  test('what was typed right before a window is closed is there in the next one', async () => {
    await openEditor()
    await type(' early')
    await kept().waitFor()
    await type(' and late')
    await page.close({ runBeforeUnload: true })
    page = await administrator.context.newPage()
    await expect.poll(onServer).toMatch(/ early and late\r\n/)
    await openEditor()
    expect(await firstLine()).toMatch(/ early and late$/)
  })

  test('the lines of a document end as they did, and a text that is typed back is no change', async () => {
    await openEditor()
    await type('!')
    await kept().waitFor()
    expect((await onServer())?.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    await page.keyboard.press('Backspace')
    await page.getByRole('button', { name: word('Close'), exact: true }).waitFor()
  })

  test('another revision that is published beneath a draft is announced to its author', async () => {
    await openEditor()
    await type(' of mine')
    await kept().waitFor()
    const current = (await (await page.request.get('/api/system/document')).json()) as Record<string, string>
    const answer = await page.request.put('/api/system/document', {
      data: document.replace('\r\n', ' of others\r\n'),
      headers: {
        Origin: journey.desk.url,
        'Content-Type': 'text/markdown',
        'If-Match': `"${current['number']}.${current['revision']}"`,
      },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    await page.getByText(word('Another revision was published in the meantime.')).waitFor()
    expect(await firstLine()).toMatch(/ of mine$/)
  })

  test('without the language service the server checks, and it can be had again', async () => {
    administrator.forgive('language-worker')
    administrator.forgive('ERR_FAILED')
    await page.route(/language-worker/, (route) => route.abort())
    await openEditor()
    const lost = page.getByRole('alert').filter({ hasText: word('The language service could not be loaded.') })
    await lost.waitFor()
    await page.getByText(word('No errors.')).waitFor()
    const text = await readText(area())
    await writeText(area(), text.replace('| Customer | Ticket | read |', '| Customer | Tickte | read |'))
    await page.getByText('There is no entity "Tickte".').waitFor()
    await expectAccessible(page)
    await page
      .getByRole('button', { name: /^Line \d+$/ })
      .first()
      .click()
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('Tickte')
    await page.unroute(/language-worker/)
    await lost.getByRole('button', { name: word('Try again') }).click()
    await lost.waitFor({ state: 'detached' })
    await page.getByText('There is no entity "Tickte".').waitFor()
  })
})
