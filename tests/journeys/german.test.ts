// A workshop whose document is German: people read no English word of the system, from signing in to the history.
import { beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { samplePassword } from '../apps/people.ts'
import { REPAIRS, repairsSample } from '../apps/repairs.ts'
import { writeText } from './document-text.ts'
import { describeJourney, expectAccessible } from './journey.ts'
import type { JourneyVisitor } from './journey.ts'
import { germanWord, germanWording } from './words.ts'

/** A repair that was taken in. */
const TAKEN = { titel: 'Lastenrad', kosten: '90.50', dringend: true, faellig: '2026-12-24' }

describeJourney('a mechanic with a German document', { document: REPAIRS, sample: repairsSample() }, (journey) => {
  let visitor: JourneyVisitor
  let page: Page

  beforeEach(async () => {
    visitor = await journey.visit('petra@example.com')
    for (const status of [404, 422]) visitor.forgive(status)
    ;({ page } = visitor)
  })

  test('signs in', async () => {
    const { page } = await journey.visit()
    await page.goto('/sign-in')
    await page.getByLabel(germanWord('Email')).fill('petra@example.com')
    await page.getByRole('textbox', { name: germanWord('Password') }).fill(samplePassword)
    await expectGerman(page)
    await page.getByRole('button', { name: germanWord('Sign in'), exact: true }).click()
    await page.getByRole('table', { name: 'Reparaturen' }).waitFor()
  })

  test('filters the list, in words', async () => {
    await page.goto('/reparaturen?status=angenommen&zustaendig:empty=')
    await page.getByRole('table', { name: 'Reparaturen' }).waitFor()
    await page
      .getByRole('button', { name: germanWord('Change the filter: {sentence}', { sentence: 'Status ist Angenommen' }) })
      .waitFor()
    await page
      .getByRole('button', { name: germanWord('Change the filter: {sentence}', { sentence: 'Zuständig ist niemand' }) })
      .waitFor()
    await page.getByText(germanWording('{shown} of {count}', { shown: /\d+/, count: /\d+/ })).waitFor()
    await page.getByRole('cell', { name: '1.277,50' }).waitFor()
    await expectGerman(page)
    await page.getByRole('button', { name: germanWord('View'), exact: true }).click()
    await page.getByText(germanWord('Group by')).waitFor()
    await expectGerman(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: germanWord('Keyboard shortcuts') }).waitFor()
    await expectGerman(page)
    await page.keyboard.press('Escape')
  })

  test('is refused by a rule and by a field, and creates', async () => {
    await page.goto('/annahme')
    await page.getByRole('button', { name: 'Annahme', exact: true }).click()
    await page.getByText(germanWord('Required.')).waitFor()
    await page.getByRole('textbox', { name: 'Titel' }).fill('Lastenrad')
    await page.getByRole('textbox', { name: 'Kosten' }).fill('9000,50')
    await page.getByRole('textbox', { name: 'Dauer' }).fill('2 Stunden')
    await page.getByRole('checkbox', { name: 'Dringend' }).check()
    await page.getByRole('button', { name: 'Annahme', exact: true }).click()
    await page.getByText(/Kosten .*höchstens/).waitFor()
    await expectGerman(page)
    await page.getByRole('textbox', { name: 'Kosten' }).fill('90,50')
    await page.getByRole('button', { name: 'Annahme', exact: true }).click()
    await page.getByText('Dringendes braucht einen Termin.').first().waitFor()
    await expectGerman(page)
    await page.getByRole('textbox', { name: 'Fällig' }).fill('24.12.2026')
    await page.getByRole('button', { name: 'Annahme', exact: true }).click()
    await page.getByText(germanWording('{name} created.', { name: /\S+ \S+/ })).waitFor()
    await page.getByRole('heading', { level: 1, name: /Lastenrad/ }).waitFor()
  })

  test('takes the record on, reads its history, and why a step is not theirs', async () => {
    const { id } = await visitor.post('/api/reparaturen', TAKEN)
    await page.goto(`/reparaturen/${id}`)
    await page.getByText('90,50').waitFor()
    await page.getByText('24.12.2026').first().waitFor()
    await page.getByRole('button', { name: 'Beginnen', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/: Beginnen$/)
      .waitFor()
    await page.getByText('Petra Vogt: Beginnen').waitFor()
    await expectGerman(page)
    await expectAccessible(page)
    await page
      .getByRole('button', { name: germanWord('Add {name}', { name: 'Notiz' }) })
      .first()
      .waitFor()
    await page.getByRole('button', { name: germanWord('Why can’t I …?') }).click()
    await page.getByRole('dialog', { name: germanWord('Why can’t I …?') }).waitFor()
    await expectGerman(page)
  })

  test('reads German on every other page', async () => {
    for (const path of ['/uebersicht', '/tafel', '/kalender', '/account', '/inbox', '/search', '/about', '/nirgendwo'])
      await readPage(page, path)
  })

  test('an administrator reads German in the studio', async () => {
    const { page: studio } = await journey.visit('karl@example.com')
    const pages = [
      '',
      '/pictures',
      '/revisions',
      '/data',
      '/changes',
      '/people',
      '/timers',
      '/deliveries',
      '/mail',
      '/audit',
    ]
    for (const path of pages) await readPage(studio, `/studio${path}`)
    await studio.goto('/studio/people')
    await studio.getByRole('button', { name: germanWord('Manage {name}', { name: 'Petra Vogt' }) }).click()
    await studio.getByRole('button', { name: germanWord('Deactivate') }).waitFor()
    await expectGerman(studio)
  })

  test('an administrator sees all pages of the studio beside each other, and a plan in German', async () => {
    const { page: studio } = await journey.visit('karl@example.com')
    await studio.goto('/studio')
    const tabs = studio.getByRole('navigation', { name: germanWord('Studio') }).getByRole('list')
    await tabs.getByRole('link', { name: germanWord('Help') }).waitFor()
    expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await studio.getByRole('button', { name: germanWord('Edit'), exact: true }).click()
    const text = REPAIRS.replace('create, update, delete, restore', 'create, update, restore').replace(
      '| kosten | decimal(2) |',
      '| ort | text | | | | |\n| kosten | decimal(2) |',
    )
    await writeText(studio.getByRole('textbox', { name: germanWord('Text of the document') }), text)
    await studio.getByRole('button', { name: germanWord('Review and publish') }).click()
    const plan = studio.getByRole('dialog')
    const lost = germanWording('One person ({roles}) may no longer {what}: {records}', {
      roles: 'Werkstatt',
      what: germanWord('delete'),
      records: /Reparatur \(\d+ Einträge: .*, …\)/,
    })
    await plan.getByText(lost).waitFor()
    await plan.getByText(germanWord('Nobody gains anything.')).waitFor()
    const taken = { call: 'POST /api/reparaturen', member: 'ort' }
    await plan.getByText(germanWord('{call} may take {member}', taken), { exact: true }).waitFor()
  })
})

async function readPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await expectGerman(page)
}

/** Words of the system in English that no German text has, and none of this document. */
const ENGLISH =
  /\b(the|and|of|with|you|your|not|is|are|this|what|nothing|yet|sign|save|cancel|edit|delete|search|show|add|new|close|open|filters|columns|rows|history|inbox|required|created|changed|yes|no|loading|before|after|month|week|today|at least|at most)\b/gi

/**
 * Expects no English in what is read and heard: texts, labels, hints and titles. The document's own lines are English
 * where the language is.
 */
async function expectGerman(page: Page): Promise<void> {
  const read = await page.evaluate(() => {
    const spoken = [...document.querySelectorAll('[aria-label], [title], [placeholder], [data-command]')].flatMap(
      (each) => ['aria-label', 'title', 'placeholder', 'data-command'].map((name) => each.getAttribute(name) ?? ''),
    )
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const quoted of copy.querySelectorAll('script, style, code, noscript, blockquote, ol[aria-label]'))
      quoted.remove()
    const texts = [...copy.querySelectorAll('*')].flatMap((each) =>
      [...each.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [])),
    )
    return [document.title, ...spoken, ...texts].map((text) => text.trim()).filter((text) => text !== '')
  })
  const english = [...new Set(read)].filter((text) => text.match(ENGLISH) !== null)
  expect(english, page.url()).toEqual([])
}
