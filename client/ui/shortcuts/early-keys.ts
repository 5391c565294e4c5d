// Keeps what is typed after a shortcut until the input that it opens is there, and writes it into that.
import { insertText } from '../insert-text.ts'

/** Slow networks take their time; somebody who has typed on for so long looks at the screen by now. */
const PATIENCE = 10_000
/**
 * Milliseconds until letters are no longer kept after the focus moved to an element that takes no text: what opened
 * has no text input, or hardly one.
 */
const REST = 1_500

/** Keeps letters that are typed from now on, until another key, a pointer press or a menu ends it. */
export function keepEarlyKeys(): void {
  if (isWritable(document.activeElement)) return
  const stop = new AbortController()
  const { signal } = stop
  let typed = ''
  const on = <Name extends keyof DocumentEventMap>(name: Name, act: (event: DocumentEventMap[Name]) => void) =>
    document.addEventListener(name, act, { capture: true, signal })
  on('keydown', (event) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key !== 'Shift') stop.abort()
      return
    }
    event.preventDefault()
    event.stopPropagation()
    typed += event.key
  })
  on('pointerdown', () => stop.abort())
  on('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('[role="menu"]')) stop.abort()
    // A new page has the keyboard before its code is there, and gives it to its first input then.
    if (target instanceof Element && target.id === 'main') return
    if (!isWritable(target)) {
      setTimeout(() => stop.abort(), REST)
      return
    }
    // Those who follow the focus come first: some select what stands there.
    setTimeout(() => {
      if (signal.aborted || document.activeElement !== target) return
      stop.abort()
      if (typed !== '') insertText(target, typed)
    })
  })
  setTimeout(() => stop.abort(), PATIENCE)
}

/** Inputs of other kinds are ticked or pressed. */
function isWritable(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly
  return (
    target instanceof HTMLInputElement && !target.readOnly && /^(text|search|email|tel|url|password)$/.test(target.type)
  )
}
