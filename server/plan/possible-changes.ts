// Looks on made-up people and records for gains and losses of permissions that the data does not show.
import type { DocumentPlan, LeftOut, PermissionChange, PossibleChange } from '#shared/protocol/plan.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { comparePermissions } from './compare-permissions.ts'
import { wholesOf } from './permission-changes.ts'
import { openMadeUpCopies } from './made-up-copies.ts'

/** Milliseconds after which no further made-up person or record is looked at, and records of one entity for one person. */
const LONGEST = 20_000
const RECORDS = 200

/** Adds to a plan what made-up people and records show beyond it. `folder`: the place of their databases until it is done. */
export async function addPossibleChanges(
  plan: DocumentPlan,
  folder: string,
  documents: readonly [before: RunningDocument, after: RunningDocument],
  now: string,
): Promise<DocumentPlan> {
  const without = (): DocumentPlan => ({ ...plan, leftOut: [...plan.leftOut, LEFT_OUT] })
  const copies = await openMadeUpCopies(folder, documents, now)
  if (copies === undefined) return without()
  try {
    const begun = performance.now()
    const bounds = { hasTime: () => performance.now() - begun < LONGEST, records: RECORDS }
    const { changes, isWhole, isCut } = await comparePermissions(copies, now, bounds)
    const possible = changes.flatMap((change) => beyond(plan.permissions, change))
    return { ...(isWhole && !isCut ? plan : without()), possible }
  } finally {
    await copies.close()
  }
}

const LEFT_OUT: LeftOut = { what: 'made up' }

/** The part of a change that the data does not show already. */
function beyond(
  shown: readonly PermissionChange[],
  { direction, entity, permissions, roles, isAnonymous }: PermissionChange,
): readonly PossibleChange[] {
  const known = new Set(
    shown
      .filter(
        (each) =>
          each.direction === direction &&
          each.entity === entity &&
          each.isAnonymous === isAnonymous &&
          each.roles.join() === roles.join(),
      )
      .flatMap((each) => each.permissions),
  )
  const left = permissions.filter((each) => ![each, ...wholesOf(each)].some((one) => known.has(one)))
  return left.length === 0 ? [] : [{ direction, entity, permissions: left, roles, isAnonymous }]
}
