// Opens a page, takes its picture, and says everything that is wrong with it.
import type { Page } from 'playwright-core'
import { findViolations } from '../browser/accessibility.ts'
import type { PageToTake } from './pages.ts'

/** Each fault is one line. */
export async function inspectPage(
  page: Page,
  origin: string,
  { path, status, open }: PageToTake,
  picture: string,
): Promise<readonly string[]> {
  const faults: string[] = []
  page.on('console', (message) => {
    // A page that is not found says so on the console by itself.
    const expected = /status of 404/.test(message.text())
    if ((message.type() === 'error' || message.type() === 'warning') && !expected)
      faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  const answer = await page.goto(origin + path, { waitUntil: 'networkidle' })
  if (answer?.status() !== status) faults.push(`status ${answer?.status()} in place of ${status}`)
  await open?.(page)
  await takePicture(page, picture)
  for (const violation of await findViolations(page)) {
    faults.push(
      `axe ${violation.id}: ${violation.help} (${violation.nodes
        .map((node) => node.html)
        .slice(0, 2)
        .join(' · ')})`,
    )
  }
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (beyond > 0) faults.push(`the page is ${beyond} pixels wider than the window`)
  return faults
}

/**
 * Takes the picture in a window as high as the page: what keeps to the height of the window, such as the menu, stands
 * there as people see it.
 */
async function takePicture(page: Page, picture: string): Promise<void> {
  const viewport = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (viewport) await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, height) })
  await page.screenshot({ path: picture })
  if (viewport) await page.setViewportSize(viewport)
}
