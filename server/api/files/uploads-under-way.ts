// Counts the uploads that are under way, and refuses more than a few of one person at once.
import { refused } from '../../policy/refused.ts'

/** Browsers of one person send three at once, and the others in their turn. */
export const MOST_UPLOADS = 4

const RETRY_SECONDS = 5

export interface UploadsUnderWay {
  /** `who`: a person's id, or an address. Throws 429 where they have as many under way already. */
  run<T>(who: string, upload: () => Promise<T>): Promise<T>
}

export function createUploadsUnderWay(): UploadsUnderWay {
  const counts = new Map<string, number>()
  return {
    async run(who, upload) {
      const count = counts.get(who) ?? 0
      if (count >= MOST_UPLOADS)
        throw refused('too_many_uploads', { most: MOST_UPLOADS }, { retryAfter: RETRY_SECONDS })
      counts.set(who, count + 1)
      try {
        return await upload()
      } finally {
        const left = (counts.get(who) ?? 1) - 1
        if (left === 0) counts.delete(who)
        else counts.set(who, left)
      }
    },
  }
}
