// Reads and writes the text in the editor of documents, which draws only the lines in sight.
import type { Locator } from 'playwright-core'

/** Gives what one would copy. */
export async function readText(area: Locator): Promise<string> {
  await area.press('Control+a')
  return area.evaluate((element) => {
    const clipboardData = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/plain')
  })
}

/** Puts a text in place of all that is there, as one paste does. */
export async function writeText(area: Locator, text: string): Promise<void> {
  await area.press('Control+a')
  await area.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
