// What axe has against a page.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** All rules, on the page itself: our pages have no frames, and only what is wrong is written out. Four times as fast. */
export async function findViolations(page: Page) {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  return (await axe.analyze()).violations
}
