// The key / opens the search, wherever one is not writing. Single keys can be in the way of speech input: it can be switched off.
import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

export function useSearchKeySetting() {
  return useLocalStorage({ key: 'verbatim-search-key', defaultValue: true, getInitialValueInEffect: false })
}

export function useSearchKey(): void {
  const navigate = useNavigate()
  const [isOn] = useSearchKeySetting()
  useEffect(() => {
    if (!isOn) return undefined
    const open = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isWriting(event.target) || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      const box = document.querySelector<HTMLInputElement>('input[type="search"][data-autofocus]')
      if (box) box.focus()
      else void navigate('/search')
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [isOn, navigate])
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null)
  )
}
