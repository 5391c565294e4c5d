// Keeps which records of a list are selected.
import { useRef, useState } from 'react'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** All that the filter finds, those that are not loaded too. */
  readonly isAll: boolean
  has(id: string): boolean
  /** `withRange`: all from the one before up to this one. */
  toggle(id: string, withRange?: boolean): void
  /** All that are loaded, or none of them. */
  toggleLoaded(): void
  selectAll(): void
  set(ids: readonly string[]): void
  clear(): void
}

/**
 * `loaded`: in the order of the list; `isWhole`: there are no others, and what is chosen and not among them has left the list.
 * What is chosen belongs to `list`: another filter begins anew.
 */
export function useSelection(loaded: readonly string[], list: string, isWhole: boolean): Selection {
  const [state, setState] = useState<{
    readonly list: string
    readonly ids: ReadonlySet<string>
    readonly isAll: boolean
  }>({
    list,
    ids: new Set(),
    isAll: false,
  })
  const last = useRef<string | undefined>(undefined)
  const { ids: chosen, isAll } = state.list === list ? state : NOTHING
  const ids = isWhole ? new Set(loaded.filter((id) => chosen.has(id))) : chosen
  const keep = (next: Iterable<string>, all = false) => setState({ list, ids: new Set(next), isAll: all })
  return {
    ids: isAll ? new Set([...ids, ...loaded]) : ids,
    isAll,
    has: (id) => isAll || ids.has(id),
    toggle: (id, withRange = false) => {
      const from = withRange && last.current !== undefined ? loaded.indexOf(last.current) : -1
      last.current = id
      const now = isAll ? loaded : [...ids]
      const at = loaded.indexOf(id)
      if (from >= 0 && at >= 0) keep([...now, ...loaded.slice(Math.min(from, at), Math.max(from, at) + 1)])
      else keep(now.includes(id) ? now.filter((each) => each !== id) : [...now, id])
    },
    toggleLoaded: () => keep(loaded.every((id) => isAll || ids.has(id)) ? [] : loaded),
    selectAll: () => keep(loaded, true),
    set: (next) => keep(next),
    clear: () => keep([]),
  }
}

const NOTHING = { ids: new Set<string>(), isAll: false } as const
