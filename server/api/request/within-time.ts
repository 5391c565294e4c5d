// Refuses a response that takes longer than its route may.
import { refused } from '../../policy/refused.ts'

/** What was begun goes on; its result is nobody's. */
export async function withinTime<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(refused('took_too_long', { seconds: milliseconds / 1_000 }, { retryAfter: RETRY_SECONDS }))
    }, milliseconds)
  })
  try {
    return await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
  }
}

const RETRY_SECONDS = 60
