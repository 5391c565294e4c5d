// Finds the account and the person of an address, always with the same queries.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { DatabaseHandle } from '../storage/database-handle.ts'
import type { SystemRow } from '../storage/system-row.ts'
import { accountKey } from './account.ts'

export interface AddressHolder {
  readonly account: SystemRow | undefined
  readonly record: RecordValue | undefined
}

export async function findAddressHolder(database: DatabaseHandle, email: string): Promise<AddressHolder> {
  const account = await database.system('account', accountKey(email))
  const asWritten = await database.recordBy('Person', 'email', email)
  const folded = await database.recordByFolded('Person', 'email', accountKey(email))
  return { account, record: asWritten ?? folded }
}
