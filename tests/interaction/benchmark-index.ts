// Measures how fast the page's processor is, so that figures of different machines can be compared.
import type { Page } from 'playwright-core'

/**
 * The first half of Lighthouse's BenchmarkIndex: how often in a second ten thousand letters are joined, by tens. About 1,500
 * to 2,000 on a fast desktop, 500 to 800 on a fast phone.
 */
export async function measureBenchmarkIndex(page: Page): Promise<number> {
  return Math.max(await page.evaluate(joinTexts), await page.evaluate(joinTexts))
}

/** Joins texts for half a second, and returns how fast that was. Runs in the page. */
function joinTexts(): number {
  const begin = performance.now()
  let times = 0
  while (performance.now() - begin < 500) {
    let text = ''
    for (let at = 0; at < 10_000; at++) text += 'a'
    // What is never used would not be joined.
    if (text.length === 1) throw new Error('It has ten thousand letters.')
    times += 1
  }
  return Math.round(times / 10 / ((performance.now() - begin) / 1_000))
}
