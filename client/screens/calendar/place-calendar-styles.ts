// Makes the style element that FullCalendar writes into, with the nonce that the page's policy asks for.
import { readNonce } from '../../ui/nonce.ts'

export function placeCalendarStyles(): void {
  if (document.querySelector('style[data-fullcalendar]') !== null) return
  const style = document.createElement('style')
  style.dataset['fullcalendar'] = ''
  style.nonce = readNonce()
  // Before our own styles, so that ours win.
  document.head.prepend(style)
}
