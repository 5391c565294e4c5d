// Every screen of shipped documents, for each role, light and dark, wide and on a phone: nothing for axe, the console, the width.
// `npm run test:journeys` looks at each screen of the helpdesk once; `npm run test:screens` at all pages, in every way.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { BrowserContext, Page } from 'playwright-core'
import { findViolations } from '../browser/accessibility.ts'
import { describeJourney } from '../journeys/journey.ts'
import type { Mode } from '../screenshots/modes.ts'
import { MODES } from '../screenshots/modes.ts'
import type { PageToTake } from '../screenshots/pages.ts'
import { pagesFor } from '../screenshots/pages.ts'
import { rolesOf, signIn } from '../screenshots/roles.ts'
import { readSampleOf } from './sample-of.ts'

const isLong = process.env['SCREENS'] === 'all'
const documents = isLong
  ? [
      ...['helpdesk', 'blog', 'todo-backend', 'seed', 'purchase-approval'],
      ...['leave-requests', 'incident-management', 'applicant-tracking', 'library', 'expense-claims'],
    ]
  : ['helpdesk']
const LONGEST = isLong ? 1_200_000 : 180_000

for (const name of documents) {
  const sample = readSampleOf(name)
  describeJourney(`the screens of ${name}`, { document: withoutRates(name), sample }, (journey) => {
    /** Names of the pages that were already shown to another role, which the short form skips. */
    const seen = new Set<string>()

    test.each(rolesOf(sample).map((role) => ({ role })))(
      'have nothing to mend for $role.name',
      async ({ role }) => {
        const session = await signIn(journey.desk.url, role)
        const all = await pagesFor(journey.desk.url, session)
        const pages = isLong ? all : all.filter(({ name: key, isOwn }) => isOwn === true && !seen.has(key))
        for (const page of pages) seen.add(page.name)
        const { context } = await journey.visit()
        await setSession(context, journey.desk.url, session)
        const faults: string[] = []
        for (const [index, page] of pages.entries()) {
          const modes = isLong ? MODES : [MODES[index % MODES.length] ?? MODES[0]]
          for (const fault of await inspect(context, page, modes as readonly Mode[]))
            faults.push(`${page.path} ${fault}`)
        }
        expect(faults).toEqual([])
      },
      LONGEST,
    )
  })
}

async function setSession(context: BrowserContext, url: string, session: string | null): Promise<void> {
  if (session === null) return
  const [cookie = '', value = ''] = session.split('=')
  await context.addCookies([{ name: cookie, value, url }])
}

/** Loaded once, and looked at in every mode. */
async function inspect(
  context: BrowserContext,
  { path, status, open }: PageToTake,
  modes: readonly Mode[],
): Promise<readonly string[]> {
  const faults: string[] = []
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A page that is not found says so on the console by itself.
    const isExpected = /status of 404/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(`console: ${message.text()}`)
  })
  const [first] = modes
  if (first) await show(page, first)
  const response = await page.goto(path)
  if (response?.status() !== status) faults.push(`status ${response?.status()} in place of ${status}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settle(page)
  for (const alert of await page.getByRole('alert').allInnerTexts()) faults.push(`alert: ${alert}`)
  await open?.(page)
  for (const mode of modes) {
    await show(page, mode)
    await settle(page)
    for (const { id, nodes } of await findViolations(page))
      faults.push(
        `${mode.name}: axe ${id}: ${nodes
          .slice(0, 2)
          .map(({ html }) => html.slice(0, 160))
          .join(' · ')}`,
      )
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (beyond > 0) faults.push(`${mode.name}: ${beyond} pixels wider than the window`)
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('[role="region"][data-wide]:has(> table)')].map(
        (list) => list.scrollWidth - list.clientWidth,
      ),
    )
    if (cut.some((pixels) => pixels > 0))
      faults.push(`${mode.name}: a list is ${cut.join(', ')} pixels wider than its place`)
  }
  await page.close()
  return faults
}

async function show(page: Page, { viewport, colors }: Mode): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: colors })
}

/** Nothing is on its way any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null)
}

function withoutRates(name: string): string {
  const text = readFileSync(new URL(`../../shared/documents/${name}.md`, import.meta.url), 'utf8')
  return text.replace(/^\| requests \| [^|]+\|/m, '| requests | 10,000,000 per minute |')
}
