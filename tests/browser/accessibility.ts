// What axe has against a page.
import type { AxeResults } from 'axe-core'
// Node finds no names in what it exports.
import axeCore from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * All rules, on the page itself: our pages have no frames, and only what is wrong is written out. A page reads the source
 * of axe once, which takes longer than the rules.
 */
export async function findViolations(page: Page): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: typeof axeCore }
    return (await axe.run(document, { resultTypes: ['violations'] })).violations
  })
}
