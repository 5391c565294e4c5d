// Runs keyboard shortcuts: a key presses or focuses the element that names it in `aria-keyshortcuts`.
import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { isLayerOpen } from '../dialog/use-top-layer.ts'
import { pressPart } from '../press-part.ts'
import { keepEarlyKeys } from './early-keys.ts'

/** Single keys can be in the way of speech input: people can switch them off. */
export function useSingleKeysSetting() {
  return useLocalStorage({ key: 'verbatim-search-key', defaultValue: true, getInitialValueInEffect: false })
}

interface Actions {
  readonly openPalette: () => void
  readonly showShortcuts: () => void
}

export function useShortcuts({ openPalette, showShortcuts }: Actions): void {
  const navigate = useNavigate()
  const [isOn] = useSingleKeysSetting()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const key = event.key.toLowerCase()
    if ((event.ctrlKey || event.metaKey) && key === 'k' && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      openPalette()
      return
    }
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
      const form = event.target instanceof Element ? event.target.closest('form') : null
      form?.requestSubmit()
      if (form) event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '?' && isOn && !isWriting(event.target)) {
      event.preventDefault()
      showShortcuts()
      return
    }
    if (isLayerOpen()) return
    if (event.key === 'Escape' && (isInDialog(event.target) || leaveText(event.target))) return
    if (moveByArrow(event)) {
      event.preventDefault()
      return
    }
    if (!isOn || isWriting(event.target)) return
    if (runKey(event, () => void navigate('/search'))) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function runKey({ key, shiftKey, repeat }: KeyboardEvent, search: () => void): boolean {
  switch (key) {
    case '/': {
      const box = document.querySelector<HTMLInputElement>('#main input[type="search"]')
      if (box) box.focus()
      else search()
      return true
    }
    case 'j':
      return moveInList(1) || pressElement(key)
    case 'k':
      return moveInList(-1) || pressElement(key)
    default:
      // Held down or with Shift, it belongs to a word that somebody writes.
      return key.length === 1 && !shiftKey && !repeat && pressElement(key.toLowerCase())
  }
}

/** These open something to write in, whose code may still be on its way. */
const OPENING = new Set(['c', 'e', 'f', 'm', 'n'])

/** Elements that carry the key, in the order of the page; the first that can be used. */
function pressElement(key: string): boolean {
  const found = [...document.querySelectorAll<HTMLElement>('#main [aria-keyshortcuts]')].find(
    (element) => element.getAttribute('aria-keyshortcuts') === key && isUsable(element),
  )
  if (found === undefined) return false
  pressPart(found)
  if (OPENING.has(key)) keepEarlyKeys()
  return true
}

/**
 * Moves the focus from an empty search, or from the text input below a record, back to the page and its keys. Typed
 * text stays.
 */
function leaveText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return false
  const isSearch = target.matches('#main input[type="search"]') && target.value === ''
  if (!isSearch && !target.matches('#main form[aria-keyshortcuts] textarea')) return false
  document.getElementById('main')?.focus({ preventScroll: true })
  return true
}

/**
 * Moves from a row to its neighbours, and from a search down to its results; elsewhere arrow keys keep their usual
 * effect.
 */
function moveByArrow({ key, shiftKey, target }: KeyboardEvent): boolean {
  if (shiftKey || (key !== 'ArrowDown' && key !== 'ArrowUp') || !(target instanceof Element)) return false
  if (target.matches('[data-row-link]')) return moveInList(key === 'ArrowDown' ? 1 : -1)
  return key === 'ArrowDown' && target.matches('#main input[type="search"]') && moveInList(1)
}

/** J and K go from row to row, by the links that lead to the records. */
function moveInList(step: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('#main [data-row-link]')].filter(isUsable)
  if (links.length === 0) return false
  const active = document.activeElement
  const at = links.findIndex(
    (link) => link === active || (active !== null && link.closest('tr')?.contains(active) === true),
  )
  const next = at < 0 ? Math.max(0, links.findIndex(isInSight)) : Math.min(Math.max(at + step, 0), links.length - 1)
  links[next]?.focus()
  links[next]?.scrollIntoView({ block: 'nearest' })
  return true
}

/**
 * Reports whether the row can be seen, since a list that was scrolled away from its row draws more rows than are in
 * sight.
 */
function isInSight(link: HTMLElement): boolean {
  const { top, bottom } = link.getBoundingClientRect()
  // Its cells stay in sight, not the head itself.
  const head = link.closest('table')?.tHead?.querySelector('th')?.getBoundingClientRect().bottom ?? 0
  return top >= head && bottom <= globalThis.innerHeight
}

function isUsable(element: HTMLElement): boolean {
  return element.getAttribute('aria-disabled') !== 'true' && element.offsetParent !== null
}

/**
 * Reports whether the target is in a dialog. If no layer is open, the dialog is closing, and keys belong to the page.
 */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || (isInDialog(target) && !isLayerOpen())) return false
  return target.isContentEditable || target.closest('input, textarea, select') !== null
}
