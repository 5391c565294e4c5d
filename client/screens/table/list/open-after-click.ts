// Opens what was clicked once, a moment later, unless a second click or another act comes before.

/** Milliseconds in which a second click makes it a double one. */
const DOUBLE_CLICK = 220

/** Whatever the person does meanwhile comes before it. */
export function openAfterClick(open: () => void): void {
  const over = new AbortController()
  const timer = setTimeout(() => {
    over.abort()
    open()
  }, DOUBLE_CLICK)
  const stop = () => {
    clearTimeout(timer)
    over.abort()
  }
  for (const act of ['pointerdown', 'keydown'])
    document.addEventListener(act, stop, { capture: true, signal: over.signal })
}
