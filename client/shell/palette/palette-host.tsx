// Opens the command palette and the list of shortcuts by their keys; their code is loaded when first needed.
import { lazy, Suspense, useEffect, useState } from 'react'
import { PALETTE_EVENT } from './open-palette.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const ShortcutList = lazy(async () => ({ default: (await import('../shortcuts/shortcut-list.tsx')).ShortcutList }))

export function PaletteHost() {
  const [isOpen, setOpen] = useState(false)
  const [isListOpen, setListOpen] = useState(false)
  const showShortcuts = () => {
    setOpen(false)
    setListOpen(true)
  }
  useShortcuts({ openPalette: () => setOpen(true), showShortcuts })
  useEffect(() => {
    const open = () => setOpen(true)
    document.addEventListener(PALETTE_EVENT, open)
    // Fetched when nothing else is going on: the first use is as quick as the next.
    const idle = globalThis.setTimeout(() => void loadPalette().catch(() => {}), 3_000)
    return () => {
      document.removeEventListener(PALETTE_EVENT, open)
      globalThis.clearTimeout(idle)
    }
  }, [])
  return (
    <Suspense fallback={null}>
      {isOpen && <Palette onClose={() => setOpen(false)} onShortcuts={showShortcuts} />}
      {isListOpen && <ShortcutList onClose={() => setListOpen(false)} />}
    </Suspense>
  )
}
