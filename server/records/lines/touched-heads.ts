// Notes in the command context which heads were written, and which of their lines changed.
import type { Entity } from '#shared/model/model.ts'
import type { RecordValue } from '#shared/expressions/value.ts'

/** A record that has lines, as far as this command has dealt with it. */
export interface TouchedHead {
  readonly entity: string
  readonly id: string
  /** It has a higher version already, or is new. */
  isRaised: boolean
  /** Lines came, went or changed, and it has not been looked at since. */
  areLinesTouched: boolean
  /** The number of its lines has not been looked at since. */
  isCounted: boolean
}

export type TouchedHeads = Map<string, TouchedHead>

/** Of a line that was written: its head, or, where it was moved, both. */
export function touchHeads(
  heads: TouchedHeads,
  { partOf, fields }: Entity,
  ...lines: readonly (RecordValue | null | undefined)[]
): void {
  const type = partOf === undefined ? undefined : fields.get(partOf)?.type
  if (partOf === undefined || type?.kind !== 'relation') return
  for (const id of new Set(lines.map((line) => line?.[partOf]))) {
    if (typeof id !== 'string') continue
    const head = headOf(heads, type.entity, id)
    head.areLinesTouched = true
    head.isCounted = false
  }
}

/** Of a record that may have lines: it was written itself. */
export function noteRaised(heads: TouchedHeads, { name, parts }: Entity, id: string, isNew: boolean): void {
  if (parts.size === 0) return
  const head = headOf(heads, name.identifier, id)
  head.isRaised = true
  if (isNew) head.isCounted = false
}

function headOf(heads: TouchedHeads, entity: string, id: string): TouchedHead {
  const key = `${entity} ${id}`
  const known = heads.get(key)
  if (known) return known
  const made = { entity, id, isRaised: false, areLinesTouched: false, isCounted: true }
  heads.set(key, made)
  return made
}
