// What journeys have in common: a story whose later steps need the earlier ones, the form to sign in, and what axe says.
import { beforeEach, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { findViolations } from '../helpers/accessibility.ts'
import { samplePassword } from '../helpers/people.ts'

/** One story: what comes after a broken step says nothing of its own, and is skipped. */
export function stopAtBrokenStep(): void {
  let broken: string | undefined
  beforeEach((context) => {
    if (broken !== undefined) context.skip(`"${broken}" failed`)
    context.onTestFailed(() => {
      broken = context.task.name
    })
  })
}

/** Fills in the form and sends it; where that leads is for the journey to say. */
export async function typePassword(page: Page, email: string, password: string = samplePassword): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function expectAccessible(page: Page): Promise<void> {
  const violations = await findViolations(page)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}
