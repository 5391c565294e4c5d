// Gives the record with which rules and timers compare a changed one.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Change } from '../write/change.ts'

/** The record that rules and timers compare with: nothing of a restored record changes. */
export function comparedRecord({ cause, before, after }: Change): RecordValue | null {
  return cause === 'restore' || cause === 'lines' ? after : before
}
