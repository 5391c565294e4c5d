// Starts what journeys have in common: an application, and visitors for each test, who find or make their own records.
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { findViolations } from '../browser/accessibility.ts'
import { browserPath, buildClient, openVisitor, sharedBrowser } from '../browser/browser.ts'
import type { Visitor } from '../browser/browser.ts'
import { startDesk } from '../apps/people-app.ts'
import type { Desk, DeskOptions } from '../apps/people-app.ts'
import { helpdeskSample } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'
import { word } from './words.ts'

/** The helpdesk with its sample data. */
export const HELPDESK: DeskOptions = { sample: helpdeskSample() }

/** A record as the API sends it. */
export interface SentRecord {
  readonly id: string
  // oxlint-disable-next-line no-explicit-any -- its fields are what a journey is about
  readonly [field: string]: any
}

export interface JourneyVisitor extends Visitor {
  /** Lists the records that match a condition, at most `limit`; `path`: "/api/tickets". */
  find(path: string, condition: string, limit?: number): Promise<readonly [SentRecord, ...SentRecord[]]>
  /** Creates a record, or makes a transition. */
  post(path: string, data: object): Promise<SentRecord>
  patch(path: string, data: object): Promise<SentRecord>
}

export interface Journey {
  readonly desk: Desk
  /** A visitor with cookies of their own; with an address, signed in as that person of the sample. */
  visit(email?: string): Promise<JourneyVisitor>
}

/** Declares tests of one application. Their browsers are closed after each test, and must not have complained. */
export function describeJourney(name: string, options: DeskOptions, tell: (journey: Journey) => void): void {
  describe.skipIf(browserPath === undefined)(name, () => {
    const visitors: JourneyVisitor[] = []
    let started: Desk | undefined

    beforeAll(async () => {
      buildClient()
      started = await startDesk({ ...options, client: true })
    }, 180_000)

    afterEach(async () => {
      const left = visitors.splice(0)
      await Promise.all(left.map(({ context }) => context.close()))
      expect(left.flatMap(({ complaints }) => complaints)).toEqual([])
    })

    afterAll(async () => {
      await started?.close()
    })

    tell({
      get desk() {
        if (started === undefined) throw new Error('The application runs only during a test.')
        return started
      },
      async visit(email) {
        const { url } = this.desk
        const visitor = await openVisitor(await sharedBrowser(), url)
        const speaker = speakerOf(visitor, url)
        visitors.push(speaker)
        if (email !== undefined) await signInAtOnce(visitor, url, { email, password: options.sample?.password })
        return speaker
      },
    })
  })
}

/** Lets a visitor speak to the API, too. */
function speakerOf(visitor: Visitor, url: string): JourneyVisitor {
  const { request } = visitor.context
  const send = async (method: 'post' | 'patch', path: string, data: object): Promise<SentRecord> => {
    const answer = await request[method](path, {
      data,
      headers: { Origin: url, ...(method === 'patch' && { 'If-Match': '*' }) },
    })
    expect([200, 201], await answer.text()).toContain(answer.status())
    return (await answer.json()) as SentRecord
  }
  return {
    ...visitor,
    async find(path, condition, limit = 1) {
      const answer = await request.get(`${path}?limit=${limit}&filter=${encodeURIComponent(condition)}`)
      const { items } = (await answer.json()) as { readonly items: readonly SentRecord[] }
      const [first, ...others] = items
      if (first === undefined) throw new Error(`Nothing is there with ${condition}.`)
      return [first, ...others]
    },
    post: (path, data) => send('post', path, data),
    patch: (path, data) => send('patch', path, data),
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

/** Fills in the form and sends it; where that leads is for the journey to say. */
export async function typePassword(page: Page, email: string, password: string = samplePassword): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel(word('Email')).fill(email)
  await page.getByRole('textbox', { name: word('Password') }).fill(password)
  await page.getByRole('button', { name: word('Sign in'), exact: true }).click()
}

export async function expectAccessible(page: Page): Promise<void> {
  const violations = await findViolations(page)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** Opens a page, and waits until it hears keys: the server has drawn its title before that. */
export async function openAlive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('navigation', { name: word('Screens') }).waitFor()
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
