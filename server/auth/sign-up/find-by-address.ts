// Who has an address: by account, and by record. It looks for all of it whatever it finds first, so that time tells nothing.
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Reader, SystemRow } from '../../storage/storage.ts'
import { accountKey } from '../account.ts'

export interface Found {
  readonly account: SystemRow | undefined
  readonly record: RecordValue | undefined
}

export async function findByAddress(reader: Reader, email: string): Promise<Found> {
  const account = await reader.system('account', accountKey(email))
  const asWritten = await reader.recordBy('Person', 'email', email)
  const folded = await reader.recordByFolded('Person', 'email', accountKey(email))
  return { account, record: asWritten ?? folded }
}
