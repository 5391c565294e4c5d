// Publishing a document in a real browser: what changes in words, a failing example, a deletion, a moment to wait for.
// @module-tag call/put/system/document
// @module-tag call/put/system/document/scheduled
// @module-tag call/delete/system/document/scheduled
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sample } from '../apps/people.ts'
import { helpdeskSample } from '../apps/people-sample.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { ON_POSTGRES } from '../postgres/open-data.ts'
import { writeText } from './document-text.ts'
import { describeJourney, expectAccessible } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'
import type { JourneyVisitor } from './journey.ts'
import { word, wording } from './words.ts'

const document = readShipped('helpdesk')

describeJourney('publishing a document', { document, sample: helpdeskSample() }, (journey) => {
  let administrator: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    administrator = await journey.visit(sample.administrator)
    ;({ page } = administrator)
    const headers = { Origin: journey.desk.url }
    await page.request.delete('/api/system/document/draft', { headers })
    await page.request.delete('/api/system/document/scheduled', { headers })
  })

  const dialog = () => page.getByRole('dialog', { name: word('Publish this document?') })
  const review = async (text: string): Promise<void> => {
    expect(text).not.toBe(document)
    await page.goto('/studio')
    await page.getByRole('button', { name: word('Edit'), exact: true }).click()
    await writeText(page.getByRole('textbox', { name: word('Text of the document') }), text)
    await page.getByRole('button', { name: word('Review and publish') }).click()
    await dialog()
      .getByRole('heading', { name: wording('Changes from revision {revision}') })
      .waitFor()
  }

  const reviewBy = async (keys: Keyboard, text: string): Promise<void> => {
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto('/studio')
    await button(word('Edit')).waitFor()
    await keys.skipMenu()
    await keys.use(button(word('Edit')))
    await writeText(page.getByRole('textbox', { name: word('Text of the document') }), text)
    await keys.press('Escape')
    await keys.use(button(word('Review and publish')))
  }

  test('a document whose example does not hold says where it turns, and is published only anyway', async () => {
    await review(document.replace('7. does not see comment', '7. sees comment'))
    await dialog().getByText('what agents note among themselves stays there').first().waitFor()
    await dialog()
      .getByRole('button', { name: word('Publish anyway') })
      .waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect((await (await page.request.get('/api/system/document')).json()).text).toBe(document)
  })

  test('two who publish at once: the second sees the revision of the first, and decides, by keyboard', async () => {
    administrator.forgive('status of 412')
    const keys = await keyboardOf(page)
    await reviewBy(keys, document.replace('\n## 2.', '\nIt is one of many.\n\n## 2.'))
    const publish = dialog().getByRole('button', { name: word('Publish'), exact: true })
    await keys.tabTo(publish)
    const theirs = `${document}\n`
    const headers = { Origin: journey.desk.url, 'Content-Type': 'text/markdown' }
    const path = '/api/system/document?examples=ignored'
    expect((await page.request.put(path, { headers, data: theirs })).status()).toBe(200)
    await keys.use(publish)
    const note = dialog()
      .getByRole('alert')
      .filter({
        hasText: word('Somebody else has published in the meantime. Publishing would replace their revision.'),
      })
    await note.waitFor()
    await expectAccessible(page)
    await keys.use(note.getByRole('button', { name: word('Compare with theirs') }), 'Shift+Tab')
    await note.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    expect((await page.request.put(path, { headers, data: document })).status()).toBe(200)
  })

  test('waits for its moment, where all administrators see it and can cancel it, by keyboard', async () => {
    const keys = await keyboardOf(page)
    await reviewBy(keys, document.replace('| Agent | Person | read | |', '| Agent | Person | read | `active` |'))
    await dialog().getByText('Agent · Person · read').waitFor()
    await keys.write(dialog().getByRole('textbox', { name: word('Reason for the change') }), 'From the new century on.')
    await keys.tabTo(dialog().getByRole('radio', { name: word('Now'), exact: true }))
    await keys.press('ArrowDown')
    await keys.write(dialog().getByRole('textbox', { name: word('Moment') }), '1/1/2099, 12:00 AM')
    await keys.press('Tab')
    await expectAccessible(page)
    await keys.use(dialog().getByRole('button', { name: word('Schedule the publication') }))
    const note = page.getByRole('alert').filter({ hasText: word('A document waits to be published') })
    await note.getByText('From the new century on.').waitFor()
    await keys.use(note.getByRole('button', { name: word('Compare with the document') }), 'Shift+Tab')
    await page
      .getByRole('dialog', { name: word('What would be published') })
      .getByText('Agent · Person · read')
      .waitFor()
    await page.keyboard.press('Escape')
    await keys.use(note.getByRole('button', { name: word('Cancel the publication') }))
    await note.waitFor({ state: 'detached' })
  })

  test('says in sentences who gains and who loses, what moves, and what programs meet', async () => {
    const line = (text: string | RegExp) => dialog().getByText(text).first()
    await review(
      document
        .replace('| Agent | Tag | read, create |', '| Agent | Tag | read, create, delete |')
        .replace('| Manager | Ticket | update, delete, import |', '| Manager | Ticket | update, import |')
        .replace('| reopen_window | 7 days |', '| reopen_window | 9 days |')
        .replace(
          '| internal_note | long text |',
          '| room | text | no | | | | Where it stands |\n| internal_note | long text |',
        ),
    )
    await line(
      wording('{who} may now {what}: {records}', {
        who: /\d+ people \(Agent\)/,
        what: word('delete'),
        records: /Tag \(\d+ records: .+, …\)/,
      }),
    ).waitFor()
    await line(
      wording('{who} may no longer {what}: {records}', {
        who: /\d+ people \(Agent, Manager\)/,
        what: word('delete'),
        records: /Ticket \(\d+ records: HD-\d+ .+, …\)/,
      }),
    ).waitFor()
    await line(
      wording('{what}: {started} start, {moved} move, {dropped} are dropped', {
        what: 'Ticket: Close',
        started: 0,
        moved: /[1-9]\d*/,
        dropped: 0,
      }),
    ).waitFor()
    await line(word('Programs go on as before.')).waitFor()
    await line(word('{call} may take {member}', { call: 'POST /api/tickets', member: 'room' })).waitFor()
    for (const said of [word('Nobody gains anything.'), word('Nobody loses anything.'), word('Not looked at')])
      expect(await dialog().getByText(said, { exact: true }).count(), said).toBe(0)
    await expectAccessible(page)
  })

  test('says that nobody gains or loses anything where only words change', async () => {
    await review(document.replace('\n## 2.', '\nIt is one of several.\n\n## 2.'))
    await dialog().getByText(word('Nobody gains or loses anything.')).waitFor()
    expect(await dialog().getByText(word('Programs'), { exact: true }).count()).toBe(0)
  })

  test.skipIf(ON_POSTGRES)(
    'deletes the values of a field in a data directory, as on PostgreSQL only a command does, only when its name is typed, and keeps a backup',
    async () => {
      await review(document.replace('| colour (color) | color | no | |\n', ''))
      const name = dialog().getByRole('textbox', { name: word('To delete it, type {name}', { name: 'Tag.color' }) })
      await name.waitFor()
      const publish = dialog().getByRole('button', { name: word('Delete and publish') })
      await name.fill('Tag.colour')
      expect(await publish.isVisible()).toBe(false)
      await name.fill('Tag.color')
      await expectAccessible(page)
      await publish.click()
      await page.getByText(/is live\. The backup is in backups\//).waitFor()
      const tags = (await (await page.request.get('/api/tags')).json()) as { items: readonly object[] }
      expect(tags.items[0]).not.toHaveProperty('color')
    },
  )

  test.runIf(ON_POSTGRES)(
    'shows on PostgreSQL the command that deletes the values of a field, and asks for no name',
    async () => {
      await review(document.replace('| colour (color) | color | no | |\n', ''))
      await dialog().getByText('npm run publish -- test.md --deletes Tag.color').waitFor()
      await dialog()
        .getByRole('button', { name: word('Copy the command') })
        .waitFor()
      await dialog().getByText(word('Who gains and who loses')).waitFor()
      expect(
        await dialog()
          .getByRole('textbox', { name: word('To delete it, type {name}', { name: 'Tag.color' }) })
          .count(),
      ).toBe(0)
      expect(
        await dialog()
          .getByRole('button', { name: word('Publish'), exact: true })
          .isDisabled(),
      ).toBe(true)
      await expectAccessible(page)
    },
  )

  test('by keyboard, against an example that does not hold, and says what it does meanwhile', async () => {
    const keys = await keyboardOf(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const held = Promise.withResolvers<void>()
    await page.route(
      ({ pathname }) => pathname === '/api/system/document',
      async (route) => {
        if (route.request().method() === 'PUT') await held.promise
        await route.continue()
      },
    )
    const { text } = (await (await page.request.get('/api/system/document')).json()) as { text: string }
    await reviewBy(keys, text.replace('7. does not see comment', '7. sees comment'))
    await dialog().getByText('what agents note among themselves stays there').first().waitFor()
    await keys.use(button(word('Publish anyway')))
    await dialog()
      .getByRole('status')
      .filter({ hasText: word('Checking the data, running the examples and publishing …') })
      .waitFor()
    await expectAccessible(page)
    held.resolve()
    await page.getByText(wording('Revision {revision} is live.')).waitFor()
    await dialog().waitFor({ state: 'detached' })
  })
})
