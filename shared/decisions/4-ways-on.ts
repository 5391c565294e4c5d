// Tells which states lead on: what the main button does, and what waits for a person.
import type { Workflow } from '../model/model.ts'

/** The work goes on there, or is done. Of the ends only the first: the others refuse or cancel. */
export function isWayOn({ ends }: Workflow, state: string): boolean {
  return !ends.includes(state) || state === ends[0]
}

/** In the order of the document; a state after another is nearer to the end. */
export function placeIn({ states }: Workflow, state: string): number {
  return states.findIndex(({ word }) => word === state)
}
