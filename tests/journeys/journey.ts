// Starts what journeys have in common: an application, its visitors, and a story whose later steps need the earlier ones.
import { beforeEach, expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { findViolations } from '../browser/accessibility.ts'
import { buildClient, openVisitor, sharedBrowser } from '../browser/browser.ts'
import type { Visitor } from '../browser/browser.ts'
import { startDesk } from '../apps/people-app.ts'
import type { Desk, DeskOptions } from '../apps/people-app.ts'
import { helpdeskSample } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'

export interface Journey {
  readonly desk: Desk
  /** A visitor with cookies of their own; with an address, signed in as that person of the sample. */
  visit(email?: string): Promise<Visitor>
  close(): Promise<void>
}

/** Without options the helpdesk with its sample data. */
export async function startJourney(options: DeskOptions = { sample: helpdeskSample() }): Promise<Journey> {
  buildClient()
  const [browser, desk] = await Promise.all([sharedBrowser(), startDesk({ ...options, client: true })])
  const visitors: Visitor[] = []
  return {
    desk,
    async visit(email) {
      const visitor = await openVisitor(browser, desk.url)
      visitors.push(visitor)
      if (email !== undefined) await signInAtOnce(visitor, desk.url, { email, password: options.sample?.password })
      return visitor
    },
    async close() {
      await Promise.all(visitors.map(({ context }) => context.close()))
      await desk.close()
    },
  }
}

/** Without the form, which has a journey of its own. */
async function signInAtOnce(
  { context }: Visitor,
  url: string,
  data: { readonly email: string; readonly password: string | undefined },
): Promise<void> {
  const response = await context.request.post('/api/auth/sign-in', { data, headers: { Origin: url } })
  expect(response.status(), data.email).toBe(200)
}

/** One story: what comes after a broken step says nothing of its own, and is skipped. */
export function stopAtBrokenStep(): void {
  let broken: string | undefined
  beforeEach((context) => {
    // The broken step itself may be tried again: skipped, it would count as one that holds.
    if (broken !== undefined && broken !== context.task.name) context.skip(`"${broken}" failed`)
    broken = undefined
    context.onTestFailed(() => {
      broken = context.task.name
    })
  })
}

/** Fills in the form and sends it; where that leads is for the journey to say. */
export async function typePassword(page: Page, email: string, password: string = samplePassword): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function expectAccessible(page: Page): Promise<void> {
  const violations = await findViolations(page)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** Opens a page, and waits until it hears keys: the server has drawn its title before that. */
export async function openAlive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** The keyboard is there, at once or as soon as what was opened has been loaded. */
export async function expectFocus(locator: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const isThere = await locator.evaluate((element) => element === document.activeElement)
      return isThere || (await locator.page().evaluate(() => document.activeElement?.outerHTML.slice(0, 200)))
    })
    .toBe(true)
}

/**
 * Expects the code that the first page did not need, including the keyboard's way back. It is fetched after the first
 * click or key.
 */
export async function expectRest(page: Page): Promise<void> {
  const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('fetch-rest'))
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true)
}
