// Makes the list of all events of a day a dialog: it takes the keyboard, and leads it back to its link.
import type { DayCellMountArg } from '@fullcalendar/core'
import { openLayer } from '../../ui/dialog/use-top-layer.ts'
import { say } from '../../words/say.ts'

/** The link by its list, to which it leads back. */
const links = new WeakMap<HTMLElement, HTMLElement>()
const layers = new WeakMap<HTMLElement, () => void>()

/** The library takes the list for one more cell of the day. */
export function openMoreEvents({ el }: DayCellMountArg): void {
  if (!isMoreEvents(el)) {
    // A cell is called by all that stands in it, not by its date only.
    el.removeAttribute('aria-labelledby')
    return
  }
  const link = document.querySelector<HTMLElement>(`[aria-controls="${el.id}"]`)
  if (link) links.set(el, link)
  layers.set(el, openLayer(el.id))
  el.setAttribute('role', 'dialog')
  el.tabIndex = -1
  el.focus({ preventScroll: true })
  const close = el.querySelector<HTMLElement>('.fc-popover-close')
  if (close) makeButton(close)
}

/** Closes the dialog. Focus inside it returns to the link that opened it; focus elsewhere stays there. */
export function closeMoreEvents({ el }: DayCellMountArg): void {
  layers.get(el)?.()
  const link = links.get(el)
  if (link === undefined || !el.contains(document.activeElement)) return
  // A press elsewhere closes it before it takes the keyboard there.
  setTimeout(() => {
    if (document.activeElement === document.body) link.focus({ preventScroll: true })
  })
}

function isMoreEvents(element: HTMLElement): boolean {
  return element.matches('.fc-more-popover')
}

/** The library closes by a click only. */
function makeButton(close: HTMLElement): void {
  close.setAttribute('role', 'button')
  close.setAttribute('aria-label', say('Close'))
  close.tabIndex = 0
  close.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    close.click()
  })
}
