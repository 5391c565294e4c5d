// Creates request ids for the log and the response: unique, cheap, and without information.
import { randomBytes } from 'node:crypto'

/** Gives ids like "k3v9x2ab-1f": one random start for the process, then a count. */
export function createRequestIds(): () => string {
  const start = randomBytes(6).toString('hex')
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}
