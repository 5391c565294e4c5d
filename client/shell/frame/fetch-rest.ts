// Fetches what the first page did not need: the keyboard's way back, and the code of the other pages.
import { declaredPages } from '../../ui/load-page.tsx'
import { keepKeyboardNear } from '../shortcuts/keep-keyboard-near.ts'

export async function fetchRest(signal: AbortSignal): Promise<void> {
  keepKeyboardNear(signal)
  await prefetchPages()
}

/** One after another, each when nothing else goes on, so that what is asked for now comes first. Gives up at the first that fails. */
async function prefetchPages(): Promise<void> {
  for (const load of declaredPages) {
    await nextIdle()
    await load()
  }
}

const LONGEST_WAIT = 500

function nextIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has none.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT })
    else setTimeout(resolve, 50)
  })
}
