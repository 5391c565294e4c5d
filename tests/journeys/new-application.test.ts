// From the empty nine points to a first working application, in the browser and by keyboard only.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sampleOf } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'
import { readShipped } from '../helpers/compile-document.ts'
import { readText } from './document-text.ts'
import { describeJourney, expectAccessible, expectFocus } from './journey.ts'
import type { Keyboard } from './keyboard.ts'
import { keyboardOf } from './keyboard.ts'
import { label, word, wording } from './words.ts'

const AUTHOR = 'ada@example.com'
const PEOPLE = [{ at: '-P2D', name: 'Ada', email: AUTHOR, administrator: true }]
const sample = sampleOf(JSON.stringify({ password: samplePassword, people: PEOPLE, actions: [] }))

describeJourney('an application that is not written yet', { document: readShipped('seed'), sample }, (journey) => {
  let page: Page
  let keys: Keyboard

  beforeEach(async () => {
    ;({ page } = await journey.visit(AUTHOR))
    keys = await keyboardOf(page)
    await page.goto('/studio')
    await page.getByRole('button', { name: word('New application') }).waitFor()
    await keys.skipMenu()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const box = (name: string) => dialog().getByRole('textbox', { name, exact: true })
  const area = () => page.getByRole('textbox', { name: word('Text of the document') })
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  const beginEmpty = async (name: string) => {
    await keys.use(button(word('New application')))
    await keys.write(box(word('Name of the application')), name)
    await keys.press('Enter')
    await expectFocus(area())
  }
  /** Leaves the text, where Tab has a meaning, and opens the form of a kind. */
  const openForm = async (kind: string) => {
    await keys.press('Escape')
    await keys.use(button(word('Add')), 'Shift+Tab')
    await keys.takeItem(item(`${kind} …`))
    await dialog().waitFor()
  }
  const submit = async () => {
    await keys.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await expectFocus(area())
  }
  const selected = () => page.evaluate(() => String(getSelection()))

  test('is begun, gets an entity, a role and screens by forms, is published, and takes its first record', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: word('Write the document in the studio') }).waitFor()
    await keys.skipMenu()
    await keys.use(page.getByRole('link', { name: word('Write the document in the studio') }))
    await page.getByRole('region', { name: word('First step') }).waitFor()
    await expectAccessible(page)
    await beginEmpty('Workshop')
    await openForm(word('Entity'))
    await expectFocus(box(word('Name')))
    await expectAccessible(page)
    await keys.type('Tool')
    await keys.write(box(word('Name of the field')), 'name')
    await keys.use(button(word('Add a field')))
    const second = dialog().getByRole('group', { name: word('Field {number}', { number: 2 }) })
    await expectFocus(second.getByRole('textbox'))
    await keys.type('bought on')
    await keys.tabTo(second.getByRole('combobox'))
    await keys.type('Date')
    await keys.tabTo(button(word('Add to the text')))
    await submit()
    await expect.poll(selected).toContain('| bought on | date | no |')
    await openForm(word('Role'))
    await keys.type('Keeper')
    await keys.write(box(word('Who they are')), 'looks after the tools')
    await submit()
    await openForm(word('Screen'))
    // Enter sends the form from a list, too.
    await expectFocus(dialog().getByRole('combobox', { name: word('Kind of screen') }))
    await submit()
    await expect.poll(selected).toContain('| /tools | Tools | table of Tool | everyone |')
    await page.getByText(word('No errors.')).waitFor()
    await keys.press('Escape')
    await keys.use(button(word('Review and publish')))
    await keys.use(button(word('Publish')))
    await page.getByText(wording('Revision {revision} is live.', { revision: /[0-9a-f]{12}/ })).waitFor()
    await keys.use(page.getByRole('link', { name: 'Tools', exact: true }), 'Shift+Tab')
    await page.getByRole('heading', { name: 'Tools', exact: true }).waitFor()
    await keys.skipMenu()
    await keys.use(
      page
        .getByRole('link', { name: 'New Tool' })
        .or(page.getByRole('button', { name: 'New Tool' }))
        .first(),
    )
    await keys.write(page.getByRole('textbox', { name: label('Name'), exact: true }), 'Drill')
    await keys.press('Control+Enter')
    await page.getByRole('heading', { name: 'Drill', exact: true }).waitFor()
  })
})

describeJourney('the text of an application', { document: readShipped('seed'), sample }, (journey) => {
  let page: Page
  let keys: Keyboard

  beforeEach(async () => {
    ;({ page } = await journey.visit(AUTHOR))
    keys = await keyboardOf(page)
    await page.goto('/studio')
    await page.getByRole('button', { name: word('New application') }).waitFor()
    await keys.skipMenu()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const area = () => page.getByRole('textbox', { name: word('Text of the document') })

  test('is that of a shipped document, and a draft gives way only where its author says so, and comes back', async () => {
    await page.clock.install()
    await keys.use(button(word('New application')))
    await keys.tabTo(dialog().getByRole('radio', { name: word('The empty nine points') }))
    await keys.press('ArrowDown')
    await keys.use(button(word('Open as a draft')))
    await expectFocus(area())
    const helpdesk = readShipped('helpdesk')
    expect(await readText(area())).toBe(helpdesk)
    // The way back from this text is nearly over when the next one comes, which has its own time.
    await page.clock.fastForward(20_000)
    await keys.use(button(word('New application')), 'Shift+Tab')
    await dialog().getByText(word('You have a draft.')).waitFor()
    await expectAccessible(page)
    await keys.use(button(word('Keep my draft')))
    await dialog().waitFor({ state: 'detached' })
    expect(await readText(area())).toBe(helpdesk)
    await keys.use(button(word('New application')), 'Shift+Tab')
    await keys.write(dialog().getByRole('textbox'), 'Other')
    await keys.use(button(word('Replace my draft')))
    await expectFocus(area())
    await expect.poll(() => readText(area())).toContain('# Specification: Other')
    await page.clock.fastForward(20_000)
    await keys.use(button(word('Undo')))
    await expect.poll(() => readText(area())).toBe(helpdesk)
    await keys.use(button(word('Discard')))
  })

  test('gets parts with blanks that Tab walks through, and one undo takes a part back', async () => {
    await keys.use(button(word('New application')))
    await keys.write(dialog().getByRole('textbox'), 'Workshop')
    await keys.press('Enter')
    await expectFocus(area())
    const before = await readText(area())
    await keys.press('Escape')
    await keys.use(button(word('Add')), 'Shift+Tab')
    await keys.takeItem(page.getByRole('menuitem', { name: word('Entity'), exact: true }))
    await expectFocus(area())
    await keys.type('Tool')
    await keys.press('Tab')
    await keys.type('label')
    await keys.press('Tab')
    await keys.type('date')
    const text = await readText(area())
    // The editor aligns the table when one leaves it.
    const added = /### Tool\n\n\| field +\| type +\| required +\|\n[-| ]+\n\| label +\| date +\| yes +\|/
    expect(text).toMatch(added)
    expect(text.replace(added, 'not shown.')).toBe(before)
    await keys.press('Control+Home', 'Escape')
    await keys.use(button(word('Add')), 'Shift+Tab')
    await keys.takeItem(page.getByRole('menuitem', { name: `${word('Constant')} …`, exact: true }))
    await keys.write(dialog().getByRole('textbox').first(), 'loan days')
    await keys.write(dialog().getByRole('textbox', { name: word('Value') }), '21')
    await keys.press('Enter')
    await dialog().waitFor({ state: 'detached' })
    await expectFocus(area())
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toMatch(/\| loan days +\| 21 +\|/)
    await keys.press('Control+z')
    expect(await readText(area())).toBe(text)
  })
})
