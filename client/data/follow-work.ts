// Follows work in the background, an import or an undo, until it has ended, and stops it.
import { say } from '../words/say.ts'
import type { ResponseProblem } from './api.ts'
import { RequestRefusal, fetchData, isUnanswered, sendRequest } from './api.ts'
import { isTooMuch } from './when-there-is-room.ts'

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
      // The work may go on although nothing is known of it for a moment.
      if (isUnanswered(error) || isTooMuch(error)) return before
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

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE))
}
