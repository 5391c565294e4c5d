// Writes moments exactly for paper, where "2 days ago" says nothing (`print.css`).
import { sayExactly } from '../../ui/relative-time.tsx'

/** To work it out for each that is shown would take too long. */
export function printExactTimes(signal: AbortSignal): void {
  const write = () => {
    for (const time of document.querySelectorAll('time')) {
      const moment = new Date(time.dateTime)
      if (!Number.isNaN(moment.getTime())) time.dataset['printed'] = sayExactly(moment)
    }
  }
  globalThis.addEventListener('beforeprint', write, { signal })
}
