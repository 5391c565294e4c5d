// A person without a mouse: goes on by Tab to what has a name, sees at each stop where they are, and never points.
import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { expectAccessible, expectFocus, expectRest } from './journey.ts'
import { word } from './words.ts'

export interface Keyboard {
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Presses Tab, or Shift and Tab, until the element with this role and name has the keyboard's focus. */
  tabTo(target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Goes there and presses Enter. */
  use(target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Goes to a field and writes over what is in it. */
  write(target: Locator, text: string): Promise<void>
  /** Types until the list has the option, goes down to it and takes it. */
  choose(target: Locator, option: string | RegExp, typed?: string): Promise<void>
  /** Goes down to an item of the menu that is open, and takes it. */
  takeItem(item: Locator): Promise<void>
  /** Goes past the menu to the content of the page. */
  skipMenu(): Promise<void>
}

/** More stops than a page has. */
const MOST_STOPS = 150

/** A click of the mouse is a complaint of the browser, with those that journeys look at last. */
export async function keyboardOf(page: Page): Promise<Keyboard> {
  await page.addInitScript(() => {
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && console.error('The mouse was used.'), true)
  })
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const tabTo = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    // What is still being read for it is waited for: Tab passes over what can't be used yet.
    await expect.poll(() => target.first().isEnabled()).toBe(true)
    const focused = target.and(page.locator(':focus'))
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      if ((await focused.count()) > 0) return
      await page.keyboard.press(key)
      // Editors mark what has the keyboard a moment after it has it.
      await expect.poll(() => page.evaluate(findUnseenFocus), { message: 'what shows where the keyboard is' }).toBe('')
    }
    throw new Error(`The keyboard does not reach ${String(target)}.`)
  }
  const use = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    await tabTo(target, key)
    await press('Enter')
  }
  /** Goes down in a list, however late it marks what is found, and presses Enter. */
  const takeBelow = async (isThere: () => Promise<boolean>) => {
    const goDown = async () => {
      if (await isThere()) return true
      await press('ArrowDown')
      return isThere()
    }
    await expect.poll(goDown).toBe(true)
    await press('Enter')
  }
  return {
    press,
    type: (text) => page.keyboard.type(text),
    tabTo,
    use,
    async write(target, text) {
      await tabTo(target)
      await press('Control+a')
      await page.keyboard.type(text)
    },
    async choose(target, option, typed) {
      await tabTo(target)
      if (typed === undefined) await press('ArrowDown')
      else await page.keyboard.type(typed)
      const wanted = page.getByRole('option', { name: option })
      await wanted.first().waitFor()
      await takeBelow(() =>
        wanted.first().evaluate((element) => element.matches('[data-combobox-selected], [aria-selected="true"]')),
      )
    },
    async takeItem(item) {
      await item.waitFor()
      // The menu takes the keyboard when it has opened.
      await page.getByRole('menu').and(page.locator(':has(:focus), :focus')).waitFor()
      await expectAccessible(page)
      await takeBelow(async () => (await item.and(page.locator(':focus')).count()) > 0)
    },
    async skipMenu() {
      const skip = page.getByRole('link', { name: word('Skip to the content') })
      await skip.waitFor({ state: 'attached' })
      await use(skip)
      await expectFocus(page.locator('#main'))
      // Nobody opens and closes a dialog before it is there.
      await expectRest(page)
    },
  }
}

/** Says what has the keyboard without looking other than before, or out of sight; nothing where all is well. */
function findUnseenFocus(): string {
  const page = globalThis as typeof globalThis & { before?: { readonly element: Element; readonly look: string } }
  const looks = (element: Element): string => {
    const near = [element, element.parentElement, element.nextElementSibling, element.closest('td, li, label, .card')]
    const styles = [...near.map((each) => [each, ''] as const), [element, '::before'], [element, '::after']] as const
    return styles
      .map(([each, part]) => {
        if (!each) return ''
        const { outline, boxShadow, borderColor, backgroundColor, color, textDecoration } = getComputedStyle(each, part)
        return [outline, boxShadow, borderColor, backgroundColor, color, textDecoration].join()
      })
      .join(';')
  }
  const { before } = page
  const element = document.activeElement
  if (element === null || element === document.body) {
    delete page.before
    return ''
  }
  const box = element.getBoundingClientRect()
  const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  if (!isInSight) return `out of sight: ${element.outerHTML.slice(0, 200)}`
  const isSeen = !before?.element.isConnected || before.element === element || looks(before.element) !== before.look
  if (!isSeen) return `looks the same with and without: ${before.element.outerHTML.slice(0, 200)}`
  page.before = { element, look: looks(element) }
  return ''
}
