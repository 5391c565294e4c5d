// Does what a person does at a page, with the processor at a part of its speed, and marks each act in a trace.
import { writeFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { BEGIN, END, readInteractions, SHOWN } from './read-trace.ts'
import type { Interaction, TraceEvent } from './read-trace.ts'

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing']

export interface Stage {
  readonly page: Page
  /** How often each act is measured. */
  readonly times: number
  /** `shows`: what is awaited, by a selector; else the next frame ends it. */
  measure(act: string, work: () => Promise<unknown>, options?: MeasureOptions): Promise<void>
}

/** A click of the hand, which is there before: without the browser tool's own questions about what lies under it. */
export async function aim(target: Locator): Promise<() => Promise<void>> {
  const { mouse } = target.page()
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error(`Nothing to click: ${target.toString()}`)
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await target.page().waitForTimeout(200)
  return async () => {
    await mouse.down()
    await mouse.up()
  }
}

interface MeasureOptions {
  readonly shows?: string
  /** Milliseconds before the next act: of somebody who types, fewer. */
  readonly rest?: number
}

interface StageOptions {
  readonly times: number
  /** The processor is so many times slower. */
  readonly slowDown: number
  /** Keeps the trace, with a profile of the processor, for the browser's own tools. */
  readonly file?: string | undefined
}

/** Runs `play`, and returns what was measured while it ran. */
export async function measureOnStage(
  browser: Browser,
  page: Page,
  play: (stage: Stage) => Promise<void>,
  { times, slowDown, file }: StageOptions,
): Promise<readonly Interaction[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const profile = file === undefined ? [] : ['disabled-by-default-v8.cpu_profiler']
  await browser.startTracing(page, { categories: [...CATEGORIES, ...profile] })
  let trace: Buffer
  try {
    await play({
      page,
      times,
      async measure(act, work, { shows, rest = 400 } = {}) {
        await page.evaluate(beginAct, { mark: BEGIN + act, shown: SHOWN, shows })
        await work()
        if (shows !== undefined) await page.waitForFunction(isMarked, SHOWN, { polling: 100 })
        await page.waitForTimeout(rest)
        await page.evaluate(endAct, END)
      },
    })
  } finally {
    trace = await browser.stopTracing()
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.detach()
  }
  if (file !== undefined) writeFileSync(file, trace)
  return readInteractions((JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] }).traceEvents)
}

/** Marks the beginning of an act. Runs in the page; what is awaited is shown in the frame after it has come. */
function beginAct({ mark, shown, shows }: { mark: string; shown: string; shows: string | undefined }): void {
  performance.clearMarks()
  if (shows !== undefined) {
    // Where it stands is not asked for: the page would be laid out for that.
    const isThere = () =>
      [...document.querySelectorAll(shows)].some((each) => each.closest('[style*="display: none"]') === null)
    const observer = new MutationObserver(() => {
      if (!isThere()) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark(shown)))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }
  performance.mark(mark)
}

function endAct(mark: string): void {
  performance.mark(mark)
}

function isMarked(mark: string): boolean {
  return performance.getEntriesByName(mark).length > 0
}
