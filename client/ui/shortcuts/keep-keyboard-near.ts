// Leads the keyboard to what stands nearest when its place is taken away, and back from dialogs that close.

/** Time for those who take it away to say where to go on. */
const PATIENCE = 150

const STOPS = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])'
const OVERLAY = '[role="dialog"], [role="menu"]'
const OUTERMOST = `#main, ${OVERLAY}, body`

/** Place of the keyboard focus, and the elements around it from the innermost to the outermost. */
interface Place {
  readonly element: HTMLElement
  readonly name: string
  readonly overlay: Element | null
  readonly around: readonly Neighbourhood[]
}

interface Neighbourhood {
  readonly at: Element
  readonly next: Element | null
  readonly previous: Element | null
  readonly parent: HTMLElement
}

export function keepKeyboardNear(signal: AbortSignal): void {
  let isPointing = false
  let presses = 0
  let left: Place | undefined
  /** Focus before it moved into a dialog or a menu, by that overlay. */
  const origins: Origins = new WeakMap()
  const listen = <Name extends keyof DocumentEventMap>(name: Name, act: (event: DocumentEventMap[Name]) => void) =>
    document.addEventListener(name, act, { capture: true, signal })
  listen('pointerdown', () => {
    isPointing = true
    presses++
  })
  listen('keydown', () => (isPointing = false))
  listen('focusin', ({ target }) => {
    const overlay = target instanceof Element ? target.closest(OVERLAY) : null
    if (overlay && left && !overlay.contains(left.element) && !origins.has(overlay)) origins.set(overlay, left)
  })
  listen('focusout', ({ target, relatedTarget }) => {
    if (!(target instanceof HTMLElement)) return
    const place: Place = {
      element: target,
      name: nameOf(target),
      overlay: target.closest(OVERLAY),
      around: surroundingsOf(target),
    }
    left = place
    const before = presses
    // A place that was left later has its own turn; who points elsewhere is there.
    const isLast = () => left === place && presses === before
    if (relatedTarget !== null) return
    const works = target.matches(':disabled')
    if (!isPointing) setTimeout(() => goOn(place, origins, isLast, works), PATIENCE)
    else if (works) setTimeout(() => comeBack(target, isLast), PATIENCE)
  })
}

type Origins = WeakMap<Element, Place>

/** Gives the focus back to an element that was disabled while it was busy. */
function goOn(place: Place, origins: Origins, isLast: () => boolean, hasWaited: boolean): void {
  const { element, around } = place
  if (document.activeElement !== document.body || !isLast()) return
  if (!element.isConnected) standIn(outOfOverlays(place, origins)).focus()
  else if (element.matches(':disabled')) setTimeout(() => goOn(place, origins, isLast, true), PATIENCE)
  else if (hasWaited || around.some(isMoved)) element.focus()
}

/** After a click only what can't be used while it works: nothing is scrolled, and no keys slide over a screen that is touched. */
function comeBack(element: HTMLElement, isLast: () => boolean): void {
  if (document.activeElement !== document.body || !isLast()) return
  if (element.matches(':disabled')) setTimeout(() => comeBack(element, isLast), PATIENCE)
  else if (element.matches('button')) element.focus({ preventScroll: true })
}

/** A dialog that a menu has opened leads back to where the menu was opened. */
function outOfOverlays(place: Place, origins: Origins): Place {
  const origin = place.overlay && !place.overlay.isConnected ? origins.get(place.overlay) : undefined
  return origin ? outOfOverlays(origin, origins) : place
}

/** While it stands: as far as the dialog or the content of the page. */
function surroundingsOf(element: HTMLElement): readonly Neighbourhood[] {
  const found: Neighbourhood[] = []
  for (let at = element; at.parentElement !== null && !at.matches(OUTERMOST); at = at.parentElement)
    found.push({ at, next: at.nextElementSibling, previous: at.previousElementSibling, parent: at.parentElement })
  return found
}

/** A row that takes another place in its list loses the keyboard on the way. */
function isMoved({ at, next, previous }: Neighbourhood): boolean {
  return at.nextElementSibling !== next || at.previousElementSibling !== previous
}

/** The place itself, or what took its place, or what followed it, or what stood before it, or the page. */
function standIn({ element, name, around }: Place): HTMLElement {
  if (element.isConnected) return element
  for (const { next, previous, parent } of around) {
    if (!parent.isConnected) continue
    // A form that begins anew has the same fields.
    const twin = stopsIn(parent).find((each) => each.tagName === element.tagName && nameOf(each) === name)
    if (twin) return twin
    for (let at = next; at?.isConnected; at = at.nextElementSibling) {
      const [first] = stopsIn(at)
      if (first) return first
    }
    const before = previous?.isConnected ? stopsIn(previous).at(-1) : undefined
    if (before) return before
    if (parent.matches(OUTERMOST)) return parent
  }
  return document.querySelector<HTMLElement>('#main') ?? document.body
}

function nameOf(element: HTMLElement): string {
  const { labels } = element as HTMLElement & Partial<Pick<HTMLInputElement, 'labels'>>
  return element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent
}

function stopsIn(element: Element): readonly HTMLElement[] {
  return [element, ...element.querySelectorAll(STOPS)].filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.matches(STOPS) && !each.matches(':disabled') && each.offsetParent !== null,
  )
}
