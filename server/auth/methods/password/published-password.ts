// Knows the password that the sample's people share, which anybody can read in the sample's file.
import type { DatabaseHandle } from '../../../storage/database-handle.ts'
import type { Storage } from '../../../storage/storage.ts'
import type { SystemRow } from '../../../storage/system-row.ts'
import { SAMPLE_SETTING } from '../../../document/load-sample.ts'
import { hashOf } from '../../account.ts'
import type { Passwords } from './password-hash.ts'

/** The sample gives all its people one hash: who has it still has its password. */
export async function hasPublishedPassword(
  database: Pick<DatabaseHandle, 'system'>,
  account: SystemRow | undefined,
): Promise<boolean> {
  const setting = await database.system('setting', SAMPLE_SETTING)
  const published = setting?.value['password'] === 'published' ? setting.value['hash'] : undefined
  return published !== undefined && published === hashOf(account)
}

/** Notes the hash in data that an earlier version loaded the sample into. `published`: the password of the sample's file. */
export async function notePublishedPassword(
  { storage, passwords }: { readonly storage: Storage; readonly passwords: Passwords },
  published: string,
): Promise<void> {
  const { database } = storage
  if ((await database.system('setting', SAMPLE_SETTING))?.value['hash'] !== undefined) return
  const hashes = new Set((await database.systemRows('account')).flatMap((account) => hashOf(account) ?? []))
  for (const hash of hashes) {
    if (!(await passwords.verify(hash, published))) continue
    await storage.write(async (transaction) => {
      const setting = await transaction.system('setting', SAMPLE_SETTING)
      if (setting) await transaction.putSystem('setting', { ...setting, value: { ...setting.value, hash } })
    })
    return
  }
}
