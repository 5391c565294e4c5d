// Fetches what the first page did not need: the keyboard's way back, news, and the code of the other pages.
import type { QueryClient } from '@tanstack/react-query'
import { declaredPages } from '../ui/load-page.tsx'
import { keepKeyboardNear } from '../ui/shortcuts/keep-keyboard-near.ts'
import { printExactTimes } from './theme/print-exact-times.ts'
import { pollRecords } from '../data/records/poll-records.ts'

export async function fetchRest(client: QueryClient, signal: AbortSignal): Promise<void> {
  keepKeyboardNear(signal)
  pollRecords(client, signal)
  printExactTimes(signal)
  await prefetchPages()
}

/** Fetches pages one after another, each when nothing else goes on, so that what is asked for now comes first. Gives up at the first that fails. */
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
