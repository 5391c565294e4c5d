// Keeps a local copy of a value in the address.
import { useState } from 'react'

interface Own {
  readonly shown: string
  /** Last value seen in the address. */
  readonly seen: string
  /**
   * Values that were shown here and may still arrive in the address. Such an echo must not overwrite what was typed
   * since.
   */
  readonly awaited: readonly string[]
}

/** `value`: as the address has it, a moment behind. `show` only shows: who calls it sends it on as well. */
export function useOwnValue(value: string): readonly [shown: string, show: (next: string) => void] {
  const [own, setOwn] = useState<Own>({ shown: value, seen: value, awaited: [] })
  if (value !== own.seen) setOwn(follow(own, value))
  const show = (next: string) =>
    setOwn((before) => ({ ...before, shown: next, awaited: next === before.seen ? [] : [...before.awaited, next] }))
  return [own.shown, show]
}

function follow({ shown, awaited }: Own, value: string): Own {
  if (value === shown || !awaited.includes(value)) return { shown: value, seen: value, awaited: [] }
  return { shown, seen: value, awaited: awaited.slice(awaited.indexOf(value) + 1) }
}
