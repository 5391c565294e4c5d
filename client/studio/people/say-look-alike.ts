// Says to administrators which person another one looks like.
import { say } from '../../words/say.ts'

/** A name may be the same by chance; an administrator looks twice. */
export function sayLookAlike(name: string): string {
  return say('Looks like {name}, who has another address. Make sure who it is.', { name })
}
