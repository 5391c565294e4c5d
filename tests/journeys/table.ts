// Finds the rows of a list by what stands in them, and their cells by the heading of the column.
import type { Locator, Page } from 'playwright-core'

/** Lists the rows of records; `name`: the name of the table. */
export function recordRows(page: Page, name: string): Locator {
  return page.getByRole('table', { name }).locator('tbody tr[data-record]')
}

/** Finds the row that is opened by the link or button with this name. */
export function rowNamed(page: Page, name: string): Locator {
  return page.locator('tr[data-record]').filter({ has: page.locator('[data-row-link]', { hasText: name }) })
}

export async function cellUnder(row: Locator, heading: string): Promise<Locator> {
  return row.locator('td, th').nth(await columnOf(row, heading))
}

/** Reads what stands under a heading, from the first row to the last. */
export async function textsUnder(rows: Locator, heading: string): Promise<readonly string[]> {
  const column = await columnOf(rows.first(), heading)
  return rows.evaluateAll((all, at) => all.map((row) => row.children.item(at)?.textContent ?? ''), column)
}

async function columnOf(row: Locator, heading: string): Promise<number> {
  const head = row.locator('xpath=ancestor::table').getByRole('columnheader', { name: heading })
  return head.evaluate((element: HTMLTableCellElement) => element.cellIndex)
}
