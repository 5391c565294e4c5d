// Follows work in the background, an import or an undo, until it has ended, and stops it.
import { say } from '../words/say.ts'
import type { ResponseProblem } from './api.ts'
import { RequestRefusal, fetchData, sendRequest } from './api.ts'

interface WorkStatus {
  readonly state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  readonly problem?: Pick<ResponseProblem, 'code' | 'about'> & { readonly message: string }
}

interface Follower<Status> {
  /** False: nobody wants to know any more. */
  readonly isWanted: () => boolean
  readonly onStatus: (status: Status) => void
}

/** Milliseconds between two questions of how far it is. */
const PAUSE = 700

/** Asks until it is over; rejects where it has failed. */
export async function followWork<Status extends WorkStatus>(
  path: string,
  begun: Status,
  { isWanted, onStatus }: Follower<Status>,
): Promise<Status> {
  let status = begun
  onStatus(status)
  while (isWanted() && (status.state === 'waiting' || status.state === 'running')) {
    await pause()
    const before = status
    status = await fetchData<Status>(path).catch((error: unknown) => {
      if (isPassing(error)) return before
      throw error
    })
    onStatus(status)
  }
  if (status.problem === undefined) return status
  const { message: detail, ...problem } = status.problem
  throw new RequestRefusal({ status: 422, title: say('Not possible'), detail, errors: [], ...problem })
}

export async function askToStop(path: string): Promise<void> {
  await sendRequest(`${path}/stop`, { method: 'POST' }).catch(() => undefined)
}

/**
 * Reports whether the work may go on although nothing is known of it for a moment: there is no network, there were too many
 * requests, or the server is too busy or starts anew behind its proxy.
 */
function isPassing(error: unknown): boolean {
  if (!(error instanceof RequestRefusal)) return false
  const { status, code } = error.problem
  return status === 0 || status === 429 || code === 'unavailable'
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE))
}
