// Opens the keyring at the start: finds the keys, and seals old secrets anew.
import type { Storage, SystemRow, Transaction } from '../../storage/storage.ts'
import { seedPurposeOf } from '../methods/code/second-factor.ts'
import { KEY_FILE, makeKeyFile, readKey, readKeyFile } from './key-file.ts'
import type { Keyring, SecretKey } from './keyring.ts'
import { createKeyring, sealedUnder } from './keyring.ts'

/** As the environment has them: 32 bytes in Base64. */
export interface GivenKeys {
  readonly secretKey?: string | undefined
  readonly formerSecretKey?: string | undefined
  /** Id of a key that nobody has any more. */
  readonly lostSecretKey?: string | undefined
}

/** It can't be started with these keys; the sentence says why, and what to do. */
export class KeyRefused extends Error {}

/** `directory`: of the data, where the key file is or will be. To be called before anything is served. */
export async function openKeyring(storage: Storage, directory: string, given: GivenKeys): Promise<Keyring> {
  const inFile = keyInFile(directory)
  const inEnvironment = keyIn('SECRET_KEY', given.secretKey)
  const former = keyIn('SECRET_KEY_FORMER', given.formerSecretKey)
  const present = inEnvironment ?? inFile
  const others = [former, inFile].filter((key) => key !== undefined)
  const keyring = createKeyring({ present, make: () => makeKeyFile(directory), former: others })

  const rows = await storage.database.systemRows('second_factor')
  const known = new Set([present, ...others].map((key) => key?.id))
  const missing = rows.filter((row) => {
    const id = sealedUnder(seedIn(row))
    return id !== undefined && !known.has(id) && id !== given.lostSecretKey
  })
  const [first] = missing
  if (first !== undefined) throw new KeyRefused(sayMissing(sealedUnder(seedIn(first)) ?? '', missing.length, directory))

  const isStale = (row: SystemRow) => {
    const id = sealedUnder(seedIn(row))
    return id === undefined || (id !== keyring.present && known.has(id))
  }
  const stale = rows.filter(isStale)
  const begun = (await storage.database.systemRows('link')).filter(
    (row) => row.value['kind'] === 'set-up' && isStale(row),
  )
  if (stale.length + begun.length > 0)
    await storage.write(async (transaction) => {
      for (const row of stale) await sealAnew(transaction, keyring, row)
      // A person who is just setting up an app begins once more.
      for (const { key } of begun) await transaction.deleteSystem('link', key)
      const layOpen = [...stale, ...begun].some((row) => sealedUnder(seedIn(row)) === undefined)
      if (layOpen) await transaction.putSystem('setting', { key: TO_CLEAR, person: null, expiresAt: null, value: {} })
    })
  await clearWhatLayOpen(storage)
  return keyring
}

/** Noted with the sealing, so that a start that could not do it leaves it to the next one. */
const TO_CLEAR = 'files hold what lay open'

/** What was overwritten is still in the files, where it was not used for something else. */
async function clearWhatLayOpen(storage: Storage): Promise<void> {
  if ((await storage.database.system('setting', TO_CLEAR)) === undefined) return
  await storage.compact().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new KeyRefused(
      `The secrets of authenticator apps are sealed now, but the files can't be written anew to leave nothing of what lay open before: ${reason}. Make room for a second copy of the database, and start again.`,
    )
  })
  await storage.write((transaction) => transaction.deleteSystem('setting', TO_CLEAR))
}

async function sealAnew(transaction: Transaction, keyring: Keyring, row: SystemRow): Promise<void> {
  const about = seedPurposeOf(row.person ?? '')
  const text = seedIn(row)
  const seed = sealedUnder(text) === undefined ? text : keyring.open(text, about)
  if (seed === undefined) return
  await transaction.putSystem('second_factor', { ...row, value: { ...row.value, seed: keyring.seal(seed, about) } })
}

function seedIn({ value }: SystemRow): string {
  return String(value['seed'])
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

function sayMissing(id: string, count: number, directory: string): string {
  const whose = count === 1 ? 'one person' : `${count} people`
  return [
    `The authenticator apps of ${whose} can't be checked: the key ${id} that sealed their secrets is not here.`,
    `Set SECRET_KEY to it, or SECRET_KEY_FORMER if another one is to follow; or put ${KEY_FILE} back into ${directory}, if it was kept there.`,
    `If nobody has it any more, set SECRET_KEY_LOST=${id}: these people then sign in with their recovery codes, or have an administrator reset their second factor.`,
  ].join('\n')
}
