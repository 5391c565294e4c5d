// Chooses the first option that is found while one types, so that Enter and Tab take it.
import type { ComboboxStore } from '@mantine/core'
import { useComboboxContext } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useReducer, useRef } from 'react'

interface TypedChoice {
  /** The text is searched for. */
  readonly isTyped: boolean
  readonly search: string
  /** The first option that is found, if any. */
  readonly first: string | undefined
  readonly choose: (value: string) => void
}

/** The result is for a `Select` or `MultiSelect`. */
export function useTypedChoice({ isTyped, search, first, choose }: TypedChoice) {
  const store = useRef<ComboboxStore>(null)
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const keep = (made: ComboboxStore) => {
    store.current = made
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { current } = store
    const isEnter = event.key === 'Enter'
    if ((!isEnter && event.key !== 'Tab') || event.nativeEvent.isComposing || current?.dropdownOpened !== true) return
    const at = current.getSelectedOptionIndex()
    if (isTyped && first !== undefined && at <= 0) {
      // The list may not be drawn yet. What is reset here is not chosen a second time.
      current.resetSelectedOption()
      current.closeDropdown()
      if (isEnter) event.preventDefault()
      choose(first)
    } else if (!isEnter && at > 0) current.clickSelectedOption()
    // The form is not sent with a choice that is half made.
    else if (isEnter && isTyped && at === -1) event.preventDefault()
  }
  const inputContainer = (children: ReactNode) => (
    <>
      {children}
      <Store onStore={keep} search={search} first={isTyped ? first : undefined} onListDrawn={drawAgain} />
    </>
  )
  return { onKeyDown, inputContainer }
}

interface StoreProps {
  readonly onStore: (store: ComboboxStore) => void
  readonly search: string
  readonly first: string | undefined
  readonly onListDrawn: () => void
}

/** Frames that the list of options may take until it is there. */
const MOST_FRAMES = 10

function Store({ onStore, search, first, onListDrawn }: StoreProps) {
  const { store } = useComboboxContext()
  const { selectFirstOption, dropdownOpened, listId } = store
  const frames = useRef(0)
  useEffect(() => {
    onStore(store)
  })
  useEffect(() => {
    if (first === undefined) return undefined
    // The list of options is drawn after the input.
    const soon = requestAnimationFrame(selectFirstOption)
    return () => cancelAnimationFrame(soon)
  }, [search, first, selectFirstOption])
  // The input says that it is expanded once it knows the list, which is drawn after it.
  useEffect(() => {
    if (!dropdownOpened || listId !== null) frames.current = 0
    else if (frames.current < MOST_FRAMES) {
      frames.current += 1
      const soon = requestAnimationFrame(onListDrawn)
      return () => cancelAnimationFrame(soon)
    }
    return undefined
  })
  return null
}
