// Opens the keyring at the start: finds the keys, and seals secrets anew under a new one.
import type { Storage } from '../../storage/storage.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { seedPurposeOf } from '../second-factor/second-factor.ts'
import { KEY_FILE, makeKeyFile, readKey, readKeyFile } from './key-file.ts'
import type { Keyring, SecretKey } from './keyring.ts'
import { createKeyring, sealedUnder } from './keyring.ts'

/** Keys from the environment: 32 bytes in Base64. */
export interface GivenKeys {
  readonly secretKey?: string | undefined
  readonly formerSecretKey?: string | undefined
}

/** Thrown when the server can't start with these keys. The message says why, and how to fix it. */
export class KeyRefused extends Error {}

/**
 * `directory`: of the data, where the key file is or will be. To be called before anything is served.
 * Secrets under a missing key stay closed until the key is back: it starts, and `warn` gets a sentence about them.
 */
export async function openKeyring(
  storage: Storage,
  directory: string,
  given: GivenKeys,
  warn: (sentence: string) => void,
): Promise<Keyring> {
  const inFile = keyInFile(directory)
  const inEnvironment = keyIn('SECRET_KEY', given.secretKey)
  const former = keyIn('SECRET_KEY_FORMER', given.formerSecretKey)
  const present = inEnvironment ?? inFile
  const others = [former, inFile].filter((key) => key !== undefined)
  const keyring = createKeyring({ present, make: () => makeKeyFile(directory), former: others })

  const rows = await storage.database.systemRows('second_factor')
  const known = new Set([present, ...others].map((key) => key?.id))
  const missing = rows.filter((row) => !known.has(keyIdOf(row)))
  if (missing[0] !== undefined) warn(sayMissing(keyIdOf(missing[0]), missing.length, directory))

  const isStale = (row: SystemRow) => keyIdOf(row) !== keyring.present && known.has(keyIdOf(row))
  const stale = rows.filter(isStale)
  const links = await storage.database.systemRows('link')
  const begun = links.filter((row) => row.value['kind'] === 'set-up' && isStale(row))
  if (stale.length + begun.length > 0)
    await storage.write(async (transaction) => {
      for (const row of stale) await sealAnew(transaction, keyring, row)
      // A person who is just setting up an app begins once more.
      for (const { key } of begun) await transaction.deleteSystem('link', key)
    })
  return keyring
}

async function sealAnew(transaction: Transaction, keyring: Keyring, row: SystemRow): Promise<void> {
  const about = seedPurposeOf(row.person ?? '')
  const seed = keyring.open(seedIn(row), about)
  if (seed === undefined) return
  await transaction.putSystem('second_factor', { ...row, value: { ...row.value, seed: keyring.seal(seed, about) } })
}

function seedIn({ value }: SystemRow): string {
  return String(value['seed'])
}

/** Returns the id of the key that sealed the row's secret. */
function keyIdOf(row: SystemRow): string | undefined {
  return sealedUnder(seedIn(row))
}

function keyIn(variable: string, text: string | undefined) {
  if (text === undefined) return undefined
  const key = readKey(text)
  if (key === undefined) throw new KeyRefused(`${variable} is 32 random bytes in Base64: openssl rand -base64 32`)
  return key
}

function keyInFile(directory: string): SecretKey | undefined {
  try {
    const key = readKeyFile(directory)
    if (key !== 'malformed') return key
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new KeyRefused(`${KEY_FILE} in ${directory} can't be read: ${reason}.`)
  }
  throw new KeyRefused(`${KEY_FILE} in ${directory} holds no key. Put the right file back.`)
}

function sayMissing(id: string | undefined, count: number, directory: string): string {
  const whose = count === 1 ? 'one person' : `${count} people`
  return [
    `The authenticator apps of ${whose} can't be checked: the key ${id ?? ''} that sealed their secrets is missing.`,
    `Set SECRET_KEY to it, or SECRET_KEY_FORMER beside a newer one; or put ${KEY_FILE} back into ${directory}.`,
    'Until then these people sign in with recovery codes, or an administrator resets their second factor.',
  ].join(' ')
}
