// Takes back what a bulk change did, part by part: whole, or call by call where something stands against it.
import type { BatchOutcome, BatchPart, BatchRefusal } from '../../../data/records/run-batch.ts'

type DoneCalls = BatchOutcome['done']

interface Ways {
  /** False: something stands against it, and the calls are undone one by one. */
  readonly whole: (changeSet: string) => Promise<boolean>
  /** Gives the refused ones by their position among these calls. */
  readonly singly: (done: DoneCalls) => Promise<readonly BatchRefusal[]>
  readonly onProgress: (undone: number) => void
}

interface UndoneParts {
  /** Refusals with the position of each among the records. */
  readonly refused: readonly BatchRefusal[]
  /** Parts and calls that were not undone because of the error. */
  readonly left: { readonly parts: readonly BatchPart[]; readonly done: DoneCalls }
  readonly error?: unknown
}

export async function undoParts(
  parts: readonly BatchPart[],
  done: DoneCalls,
  { whole, singly, onProgress }: Ways,
): Promise<UndoneParts> {
  const refused: BatchRefusal[] = []
  let left = { parts, done }
  try {
    // The last part first: it may have built on those before it.
    for (const { changeSet, calls } of parts.toReversed()) {
      const members = left.done.slice(-calls)
      if (!(await whole(changeSet)))
        for (const { index, problem } of await singly(members))
          refused.push({ index: members[index]?.index ?? 0, problem })
      left = { parts: left.parts.slice(0, -1), done: left.done.slice(0, -calls) }
      onProgress(done.length - left.done.length)
    }
    return { refused, left }
  } catch (error) {
    return { refused, left, error }
  }
}
