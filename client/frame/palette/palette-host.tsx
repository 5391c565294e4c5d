// Opens the command palette and the list of shortcuts by their keys; their code is loaded when first needed.
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { PALETTE_EVENT } from './open-palette.ts'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const ShortcutList = lazy(async () => ({
  default: (await import('../../ui/shortcuts/shortcut-list.tsx')).ShortcutList,
}))

export function PaletteHost() {
  const [isOpen, setOpen] = useState(false)
  const [isListOpen, setListOpen] = useState(false)
  const [wasListOpened, setListOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const [isReady, setReady] = useState(false)
  const [isEntered, setEntered] = useState(false)
  const open = useEffectEvent(() => {
    if (isOpen) return
    setTyped('')
    setReady(false)
    setEntered(false)
    setOpen(true)
  })
  const showShortcuts = () => {
    setOpen(false)
    setListOpen(true)
    setListOpened(true)
  }
  useShortcuts({ openPalette: () => open(), showShortcuts })
  useEarlyKeys(isOpen && !isReady, (key) => {
    if (key === 'Enter') setEntered(true)
    else setTyped((before) => before + key)
  })
  useEffect(() => {
    const openNow = () => open()
    document.addEventListener(PALETTE_EVENT, openNow)
    // Fetched when nothing else is going on: the first use is as quick as the next.
    const idle = globalThis.setTimeout(() => void loadPalette().catch(() => {}), 3_000)
    return () => {
      document.removeEventListener(PALETTE_EVENT, openNow)
      globalThis.clearTimeout(idle)
    }
  }, [])
  return (
    <Suspense fallback={null}>
      {isOpen && (
        <Palette
          typed={typed}
          onType={(text) => {
            setTyped(text)
            setEntered(false)
          }}
          isEntered={isEntered && isReady}
          onReady={() => setReady(true)}
          onClose={() => setOpen(false)}
          onShortcuts={showShortcuts}
        />
      )}
      {wasListOpened && <ShortcutList isOpen={isListOpen} onClose={() => setListOpen(false)} />}
    </Suspense>
  )
}

/** Passes keys that are typed before the search box is there to `onKey`, since they belong into the box. */
function useEarlyKeys(isWaiting: boolean, onKey: (key: string) => void) {
  const take = useEffectEvent((event: KeyboardEvent) => {
    if ((event.key.length !== 1 && event.key !== 'Enter') || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    onKey(event.key)
  })
  useEffect(() => {
    if (!isWaiting) return undefined
    const listen = (event: KeyboardEvent) => take(event)
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [isWaiting])
}
