// Separates what a bulk change changed from what was so already, in which there is nothing to undo.
import type { BatchOutcome, BatchPart } from '../../../data/records/run-batch.ts'

type DoneCalls = BatchOutcome['done']

export interface ChangedParts {
  /** Those that changed something, with as many calls as did. */
  readonly parts: readonly BatchPart[]
  readonly done: DoneCalls
  /** How many calls changed nothing. */
  readonly same: number
}

/** `isSame`: the call left its record as it was. */
export function onlyChanged(
  parts: readonly BatchPart[],
  done: DoneCalls,
  isSame: (call: DoneCalls[number]) => boolean,
): ChangedParts {
  const counted = parts.map(({ changeSet, calls }, at) => {
    const start = parts.slice(0, at).reduce((sum, part) => sum + part.calls, 0)
    return { changeSet, calls: done.slice(start, start + calls).filter((call) => !isSame(call)).length }
  })
  const changed = done.filter((call) => !isSame(call))
  return { parts: counted.filter(({ calls }) => calls > 0), done: changed, same: done.length - changed.length }
}
