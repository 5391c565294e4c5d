// Remembers the networks from which an account signed in, so that a flood does not lock it out there.
import type { Storage } from '../../storage/storage.ts'
import { keyOf } from '../token.ts'

export interface KnownNetworks {
  /** `now`: milliseconds since 1970. */
  has(account: string, network: string, now: number): Promise<boolean>
  /** Has anybody signed in from there? */
  hasAny(network: string, now: number): Promise<boolean>
  add(account: string, network: string, now: number): Promise<void>
}

const KNOWN_FOR_MILLISECONDS = 30 * 24 * 60 * 60 * 1000

/** Beyond this many the oldest are forgotten. */
const MOST = 50_000

/**
 * Opens the known networks. They are kept in memory, because each attempt reads them; the storage keeps their hashes
 * and restores them at startup. Where other processes write, too, it is asked for those that memory lacks.
 */
export async function openKnownNetworks(storage: Storage): Promise<KnownNetworks> {
  const ends = new Map<string, number>()
  for (const { key, expiresAt } of (await storage.database.newestSystemRows('known_place', MOST)).toReversed())
    ends.set(key, Date.parse(expiresAt ?? ''))
  const remember = (key: string, until: number): void => {
    ends.delete(key)
    if (ends.size >= MOST) ends.delete(ends.keys().next().value ?? '')
    ends.set(key, until)
  }
  const isKnown = async (key: string, now: number): Promise<boolean> => {
    if ((ends.get(key) ?? 0) > now) return true
    const row = storage.shared && (await storage.database.system('known_place', key))
    const until = Date.parse(row?.expiresAt ?? '')
    if (until > now) remember(key, until)
    return until > now
  }
  return {
    has: (account, network, now) => isKnown(keyFor(account, network), now),
    hasAny: (network, now) => isKnown(keyFor(ANYBODY, network), now),
    async add(account, network, now) {
      const until = now + KNOWN_FOR_MILLISECONDS
      const rows = [keyFor(account, network), keyFor(ANYBODY, network)].map((key) => {
        remember(key, until)
        return { key, person: null, expiresAt: new Date(until).toISOString(), value: {} }
      })
      // Nobody waits for it; what can't be kept is forgotten with the next restart.
      storage
        .write(async (transaction) => {
          for (const row of rows) await transaction.putSystem('known_place', row)
        })
        .catch(() => {})
    },
  }
}

/** No account has this name. */
const ANYBODY = ''

function keyFor(account: string, network: string): string {
  return keyOf(`known ${account} ${network}`)
}
