// Reads what a page shows anew from time to time: others work on it too.
import type { Query, QueryClient } from '@tanstack/react-query'

const EVERY_MILLISECONDS = 20_000
/** Rows that move under a hand are clicked by mistake: it waits until the hand rests so long. */
const REST_MILLISECONDS = 2_000
/** Query keys that are polled, from `record-queries.ts`: records, their history, lists, and totals of lists. */
const SHOWN = new Set<unknown>(['one', 'named', 'history', 'pages', 'list', 'summary'])
/** A list that somebody has scrolled so far is read anew when they come back to the window. */
const MOST_PAGES = 3
/** Elements in which people choose or write; while one is open, nothing on the page moves. */
const OPEN = '[role="dialog"], [role="menu"], [role="listbox"]'
const CELL_INPUT = 'table :is(input:not([type="checkbox"]), textarea)'

export function pollRecords(client: QueryClient, signal: AbortSignal): void {
  const hand = watchHand(signal)
  let readAt = Date.now()
  const timer = globalThis.setInterval(() => {
    if (Date.now() - readAt < EVERY_MILLISECONDS || isBusy(client) || !hand.rests()) return
    readAt = Date.now()
    void client.refetchQueries({ queryKey: ['records'], type: 'active', predicate: isPolled })
  }, 1_000)
  signal.addEventListener('abort', () => globalThis.clearInterval(timer))
}

function isPolled({ queryKey, state }: Query): boolean {
  const pages = (state.data as { readonly pages?: readonly unknown[] } | undefined)?.pages
  return SHOWN.has(queryKey[2]) && (pages === undefined || pages.length <= MOST_PAGES)
}

/**
 * Reports whether polling has to wait: a request that is being sent brings its own answer, and without a network the
 * page stays as it is.
 */
function isBusy(client: QueryClient): boolean {
  if (document.visibilityState !== 'visible' || !navigator.onLine || client.isMutating() > 0) return true
  const isOpen = [...document.querySelectorAll(OPEN)].some((each) => each.checkVisibility())
  return isOpen || document.activeElement?.matches(CELL_INPUT) === true
}

/** A pointer that is pressed holds something. */
function watchHand(signal: AbortSignal): { readonly rests: () => boolean } {
  let isHolding = false
  let movedAt = 0
  const on = (names: readonly (keyof DocumentEventMap)[], note: () => void) => {
    for (const name of names) document.addEventListener(name, note, { capture: true, passive: true, signal })
  }
  // What is dragged sends no events of the pointer.
  on(['pointermove', 'pointerdown', 'pointerup', 'dragover', 'keydown', 'scroll'], () => (movedAt = Date.now()))
  on(['pointerdown'], () => (isHolding = true))
  on(['pointerup', 'pointercancel'], () => (isHolding = false))
  return { rests: () => !isHolding && Date.now() - movedAt >= REST_MILLISECONDS }
}
