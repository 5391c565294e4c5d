// Sends many writes in batches: what is refused is set aside with its reason, and the rest goes on.
import type { ResponseProblem } from '../api.ts'
import { RequestRefusal } from '../api.ts'

export interface BatchedWrite {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: { readonly [field: string]: unknown }
  readonly headers?: { readonly [name: string]: string }
}

/** `body`: the record after the batch; absent: there is none any more. */
export interface BatchAnswer {
  readonly status: number
  readonly body?: { readonly id: string; readonly _version?: number }
}

export interface BatchRefusal {
  /** Index of the refused call. */
  readonly index: number
  readonly problem: ResponseProblem
}

export interface BatchOutcome {
  readonly done: readonly { readonly index: number; readonly answer: BatchAnswer | undefined }[]
  readonly refused: readonly BatchRefusal[]
  /** Problem that stopped the run early: the network, a limit. */
  readonly stopped?: ResponseProblem
}

interface BatchSender {
  readonly send: (calls: readonly BatchedWrite[]) => Promise<readonly BatchAnswer[]>
  readonly onProgress: (settled: number) => void
}

/** Calls in one batch: it is all or none, and between two of them progress is shown. */
export const CALLS_PER_BATCH = 100

/** Calls that are undone together: the server takes back some thousands of changes at once, and one call may have effects. */
export const CALLS_PER_PART = 1_000

/** The calls that were made as one change set, in however many batches. */
export interface BatchPart {
  readonly changeSet: string
  readonly calls: number
}

/** The change set that so many more calls belong to; undefined: a new one begins. */
export function openPart(parts: readonly BatchPart[], calls: number): string | undefined {
  const last = parts.at(-1)
  return last !== undefined && last.calls + calls <= CALLS_PER_PART ? last.changeSet : undefined
}

export function addToParts(parts: BatchPart[], { changeSet, calls }: BatchPart): void {
  const last = parts.at(-1)
  if (last?.changeSet === changeSet) parts.splice(-1, 1, { changeSet, calls: last.calls + calls })
  else parts.push({ changeSet, calls })
}

/** A batch that holds a refused call is sent again as far as that call; the call itself is left out. */
export async function runBatch(
  calls: readonly BatchedWrite[],
  { send, onProgress }: BatchSender,
): Promise<BatchOutcome> {
  const done: BatchOutcome['done'][number][] = []
  const refused: BatchRefusal[] = []
  let [at, most] = [0, CALLS_PER_BATCH]
  let known: BatchRefusal | undefined
  while (at < calls.length) {
    if (known?.index === at) {
      refused.push(known)
      at += 1
      ;[most, known] = [CALLS_PER_BATCH, undefined]
      onProgress(at)
      continue
    }
    const chunk = calls.slice(at, at + most)
    try {
      const answers = await send(chunk)
      for (const [position] of chunk.entries()) done.push({ index: at + position, answer: answers[position] })
      at += chunk.length
      most = known === undefined ? CALLS_PER_BATCH : known.index - at
    } catch (error) {
      if (!(error instanceof RequestRefusal)) throw error
      const { problem } = error
      const position = problem.call ?? (chunk.length === 1 ? 0 : undefined)
      if (position === undefined || STOPS.has(problem.status)) return { done, refused, stopped: problem }
      known = { index: at + position, problem }
      most = position
    }
    onProgress(at)
  }
  return { done, refused }
}

/** Statuses that do not concern the one call: the next call would get the same. */
const STOPS: ReadonlySet<number> = new Set([0, 401, 429, 500, 503, 507])
