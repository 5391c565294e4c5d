// Runs the steps of an undo: in their order, or with some of them after what stands in their way.
import { Refused } from '../../policy/refused.ts'
import { entityNamed } from '../../policy/policy.ts'
import { RelationMissing, UniqueConflict } from '../../storage/storage-error.ts'
import type { HistoryEntry } from '../../storage/history-entry.ts'
import { withoutValues } from '../lines/complete-heads.ts'
import { uniqueFieldsOf } from '../lines/exchange-unique-values.ts'
import type { Change } from '../write/change.ts'
import type { UndoContext } from './undo-entry.ts'
import { isGiven, isSameStored, undoEntry } from './undo-entry.ts'

export interface UndoSteps {
  /** Undoes an entry. */
  run(entry: HistoryEntry): Promise<void>
  /** Runs those that wait as long as one more of them is done. At the end of all it refuses what still waits. */
  runWaiting(isEnd: boolean): Promise<void>
}

interface StepsRun {
  readonly context: UndoContext & { readonly linesAndHeads: Change[] }
  readonly changeSet: string
  readonly undone: (entry: HistoryEntry) => void
  /** Names the record that stands against it. */
  readonly refuse: (entry: HistoryEntry, error: unknown) => Promise<unknown>
}

/** The steps in their order: the first that is refused refuses all. */
export function stepsInOrder({ context, changeSet, undone, refuse }: StepsRun): UndoSteps {
  return {
    async run(entry) {
      const isUndone = await undoEntry(context, changeSet, entry).catch(async (error: unknown) => {
        throw await refuse(entry, error)
      })
      condense(context.linesAndHeads)
      if (isUndone) undone(entry)
    },
    runWaiting: () => Promise.resolve(),
  }
}

/**
 * Steps of which one waits where others may take away what stands against it: a value that is taken, a record that still
 * refers to this one, or one that is not back yet. Earlier changes of a record wait for the later ones.
 */
export function stepsThatWait(steps: StepsRun): UndoSteps {
  const { context, changeSet, undone, refuse } = steps
  const { transaction, linesAndHeads } = context
  const waiting: { readonly entry: HistoryEntry; readonly error: unknown }[] = []

  async function run(entry: HistoryEntry): Promise<void> {
    const before = waiting.find((each) => isOfSameRecord(each.entry, entry))
    if (before !== undefined) return void waiting.push({ entry, error: before.error })
    const noted = linesAndHeads.length
    try {
      const isUndone = await transaction.savepoint(() => undoEntry(context, changeSet, entry))
      condense(linesAndHeads)
      if (isUndone) undone(entry)
    } catch (error) {
      if (!(error instanceof Refused) || error.details.mayPass !== true) throw await refuse(entry, error)
      linesAndHeads.splice(noted)
      waiting.push({ entry, error })
    }
  }

  return {
    run,
    async runWaiting(isEnd) {
      let isExchanged = false
      while (waiting.length > 0) {
        const again = waiting.splice(0)
        for (const { entry } of again) await run(entry)
        if (waiting.length < again.length) continue
        if (!isEnd) return
        const [first] = waiting
        if (isExchanged || !(await exchangeTaken(context, waiting)))
          throw await refuse(again[0]?.entry ?? first!.entry, first?.error)
        isExchanged = true
      }
    },
  }
}

/** Keeps no values of what waits for the end of the undo. */
function condense(linesAndHeads: Change[]): void {
  for (let at = linesAndHeads.length - 1; at >= 0; at--) {
    const change = linesAndHeads[at]
    if (change === undefined || CONDENSED.has(change)) return
    const condensed = withoutValues(change)
    CONDENSED.add(condensed)
    linesAndHeads[at] = condensed
  }
}

const CONDENSED = new WeakSet<Change>()

function isOfSameRecord(one: HistoryEntry, other: HistoryEntry): boolean {
  return one.entity === other.entity && one.record === other.record
}

/** Gives records the unique values that they had before, all at once, where each waits for another. False: that is not so. */
async function exchangeTaken(
  { transaction, dependencies, exchanged }: UndoContext,
  waiting: readonly { readonly entry: HistoryEntry }[],
): Promise<boolean> {
  const { model } = dependencies.current.running
  const latest = new Map(waiting.toReversed().map(({ entry }) => [`${entry.entity} ${entry.record}`, entry]))
  let isAny = false
  for (const [name, entries] of Map.groupBy(latest.values(), ({ entity }) => entity)) {
    const entity = entityNamed(model, name)
    const unique = uniqueFieldsOf(entity)
    const before = new Map<string, NonNullable<Awaited<ReturnType<typeof transaction.record>>>>()
    const changes: { readonly id: string; readonly values: { readonly [field: string]: unknown } }[] = []
    for (const { event, record: id, changes: made } of entries) {
      const record = event === 'changed' ? await transaction.record(name, id) : undefined
      if (record === undefined || Object.keys(made).some((field) => entity.workflows.has(field))) continue
      const values = Object.entries(made).flatMap(([field, [former, after]]) =>
        unique.includes(field) && isGiven(entity, field) && isSameStored(record[field], after)
          ? [[field, former ?? null] as const]
          : [],
      )
      if (values.length === 0) continue
      before.set(id, record)
      changes.push({ id, values: Object.fromEntries(values) })
    }
    if (changes.length < 2) continue
    try {
      await transaction.savepoint(() => transaction.exchange(name, changes))
    } catch (error) {
      if (error instanceof UniqueConflict || error instanceof RelationMissing) continue
      throw error
    }
    for (const [id, record] of before) exchanged.set(id, record)
    isAny = true
  }
  return isAny
}
