// Creates and checks WebAuthn challenges: valid for five minutes and once; none is stored before it is used.
//
//   12 random bytes · when it ends, in seconds, 4 bytes · 16 bytes of HMAC over both, what it was asked for and whose it is
//
// So the caller for a million takes no room, and pushes out nobody's. What is remembered is those that were used, until they end.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { addressKey } from '../../address-key.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { refused } from '../../../policy/refused.ts'
import type { DatabaseHandle } from '../../../storage/database-handle.ts'
import type { Storage } from '../../../storage/storage.ts'

export const CHALLENGE_MILLISECONDS = 5 * 60 * 1000

/** Each costs a hash: from one address, or for one account, there are not to be many. */
const CHALLENGES = { count: 300, milliseconds: CHALLENGE_MILLISECONDS }
const CHALLENGES_OF_ACCOUNT = { count: 60, milliseconds: CHALLENGE_MILLISECONDS }

/** More are not used in five minutes by anybody but an attacker who has passkeys here. */
const MOST_USED = 50_000

export interface Challenge {
  /** Purpose of the challenge. A challenge for one purpose is not valid for another. */
  readonly purpose: 'add' | 'sign in' | 'sign up' | 'prove'
  /** A person who asked for it, where somebody is signed in. */
  readonly person: string | null
  /** The user handle that the person's passkeys have so far: a random name. */
  readonly handle?: string | undefined
}

/** Asked outside of commands, which may run more than once. */
export interface Challenges {
  /** 32 bytes, base64url. */
  make(asked: Challenge, now: string): Promise<string>
  /** Was it made for this, and is it neither too old nor used? */
  isGood(challenge: string, asked: Challenge, now: string): Promise<boolean>
  /** Uses it up. False: somebody was faster. To be asked after all that can be wrong was looked at, at once before the write. */
  use(challenge: string, now: string): Promise<boolean>
  /** A name for a new passkey to know its person by: 256 bits that follow from the challenge and from what nobody knows. */
  handleFor(challenge: string): Promise<string>
}

/** Remembers challenges until they end. */
interface UsedChallenges {
  has(challenge: string): Promise<boolean>
  /** False: it was used already. */
  add(challenge: string, now: string): Promise<boolean>
}

/**
 * Those of one process are its own: after a restart, what was asked before is asked anew. Processes that share a database
 * take each other's, as each makes the same key of the one that seals secrets.
 */
export function createChallenges({ storage, keyring }: Pick<AuthDependencies, 'storage' | 'keyring'>): Challenges {
  const isShared = storage.shared !== undefined
  const key = (isShared ? keyring.keyFor('challenges of passkeys') : undefined) ?? randomBytes(32)
  const used = isShared ? keepUsed(storage) : rememberUsed()

  function tagOf(head: Buffer, { purpose, person, handle }: Challenge): Buffer {
    const asked = JSON.stringify([purpose, person, handle ?? null])
    return createHmac('sha256', key).update(head).update(asked).digest().subarray(0, TAG_BYTES)
  }

  return {
    async make(asked, now) {
      const head = Buffer.alloc(HEAD_BYTES)
      randomBytes(RANDOM_BYTES).copy(head)
      head.writeUInt32BE(Math.floor((Date.parse(now) + CHALLENGE_MILLISECONDS) / 1000), RANDOM_BYTES)
      return Buffer.concat([head, tagOf(head, asked)]).toString('base64url')
    },
    async isGood(challenge, asked, now) {
      const bytes = Buffer.from(challenge, 'base64url')
      // One text for each: another spelling of the same bytes would be another one to remember.
      if (bytes.length !== HEAD_BYTES + TAG_BYTES || bytes.toString('base64url') !== challenge) return false
      const head = bytes.subarray(0, HEAD_BYTES)
      const isOurs = timingSafeEqual(bytes.subarray(HEAD_BYTES), tagOf(head, asked))
      return isOurs && endOf(head) >= Date.parse(now) && !(await used.has(challenge))
    },
    use: (challenge, now) => used.add(challenge, now),
    handleFor: async (challenge) => createHmac('sha256', key).update(`handle ${challenge}`).digest('base64url'),
  }
}

function rememberUsed(): UsedChallenges {
  const used = new Map<string, number>()
  return {
    has: async (challenge) => used.has(challenge),
    async add(challenge, now) {
      for (const [each, end] of used) {
        if (end >= Date.parse(now)) break
        used.delete(each)
      }
      if (used.has(challenge) || used.size >= MOST_USED) return false
      // From now on, whenever it ends: so those that were used first are forgotten first.
      used.set(challenge, Date.parse(now) + CHALLENGE_MILLISECONDS)
      return true
    },
  }
}

function keepUsed(storage: Pick<Storage, 'database' | 'write'>): UsedChallenges {
  const isKept = async (at: Pick<DatabaseHandle, 'system'>, challenge: string): Promise<boolean> =>
    (await at.system('used_challenge', challenge)) !== undefined
  return {
    has: (challenge) => isKept(storage.database, challenge),
    add: (challenge, now) =>
      storage.write(async (transaction) => {
        if (await isKept(transaction, challenge)) return false
        const expiresAt = new Date(Date.parse(now) + CHALLENGE_MILLISECONDS).toISOString()
        await transaction.putSystem('used_challenge', { key: challenge, person: null, expiresAt, value: {} })
        return true
      }),
  }
}

const RANDOM_BYTES = 12
const HEAD_BYTES = RANDOM_BYTES + 4
const TAG_BYTES = 16

function endOf(head: Buffer): number {
  return head.readUInt32BE(RANDOM_BYTES) * 1000
}

export async function issueChallenge(
  { rateLimiter, challenges }: AuthDependencies,
  asked: Challenge,
  client: ClientInfo,
  now: string,
): Promise<string> {
  const wait =
    (await rateLimiter.count(`challenge from ${addressKey(client.address)}`, CHALLENGES)) ??
    (asked.person === null ? undefined : await rateLimiter.count(`challenge-of ${asked.person}`, CHALLENGES_OF_ACCOUNT))
  if (wait !== undefined) throw refused('too_many', {}, { retryAfter: wait })
  return challenges.make(asked, now)
}
