// Searches a moment after the last key.
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useOwnValue } from '../../ui/use-own-value.ts'
import { say } from '../../words/say.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (search: string) => void
  /** The one thing to do on its page: the keyboard is there at once. */
  readonly first?: boolean
}

/** Maximum number of characters that the server accepts. */
const LONGEST_SEARCH = 200

const WIDE = '(min-width: 48em)'

export function SearchBox({ label, value, onChange, first = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const isWide = useMediaQuery(WIDE, globalThis.matchMedia(WIDE).matches)
  useEffect(() => {
    if (first) input.current?.focus()
  }, [first])
  const [typed, setTyped] = useOwnValue(value)
  const send = useDebouncedCallback(onChange, 250)
  const change = (search: string) => {
    setTyped(search)
    send(search)
  }
  return (
    <TextInput
      ref={input}
      {...(first ? { 'data-autofocus': true, size: 'md' } : {})}
      maxLength={LONGEST_SEARCH}
      type="search"
      aria-label={label}
      // On a phone it would be cut.
      placeholder={isWide ? label : say('Search')}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={say('Clear the search')} onClick={() => change('')} />
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      w={first ? '100%' : { base: '100%', xs: 280 }}
    />
  )
}
