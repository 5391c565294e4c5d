// Says whether a transition makes records, or leads from one state to another.
import type { Transition } from '../model/model.ts'

/** Is there a row that makes records? */
export function createsRecords(transition: Transition): boolean {
  return transition.rows.some(({ from }) => from === 'new record')
}

/** Is there a row that leads from one state to another? */
export function isBetweenStates(transition: Transition): boolean {
  return transition.rows.some(({ from }) => from !== 'new record')
}
