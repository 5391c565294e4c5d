// Chooses the first option that is found while one types, so that Enter takes it.
import type { ComboboxStore } from '@mantine/core'
import { useComboboxContext } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'

/** `isTyped`: the text is searched for; `first`: the first option that is found, if any. The result is for a `Select` or `MultiSelect`. */
export function useTypedChoice(isTyped: boolean, search: string, first: string | undefined) {
  const store = useRef<ComboboxStore>(null)
  const keep = (made: ComboboxStore) => {
    store.current = made
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { current } = store
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isTyped || current?.dropdownOpened !== true) return
    // It may have been found only now, or moved by what came since.
    if (current.getSelectedOptionIndex() === -1 && first !== undefined) current.selectFirstOption()
    // The form is not sent with a choice that is half made.
    if (current.getSelectedOptionIndex() === -1) event.preventDefault()
  }
  const inputContainer = (children: ReactNode) => (
    <>
      {children}
      <First onStore={keep} search={search} first={isTyped ? first : undefined} />
    </>
  )
  return { onKeyDown, inputContainer }
}

interface FirstProps {
  readonly onStore: (store: ComboboxStore) => void
  readonly search: string
  readonly first: string | undefined
}

function First({ onStore, search, first }: FirstProps) {
  const { store } = useComboboxContext()
  const { selectFirstOption } = store
  useEffect(() => {
    onStore(store)
  })
  useEffect(() => {
    if (first === undefined) return undefined
    // The list of options is drawn after the input.
    const soon = requestAnimationFrame(selectFirstOption)
    return () => cancelAnimationFrame(soon)
  }, [search, first, selectFirstOption])
  return null
}
