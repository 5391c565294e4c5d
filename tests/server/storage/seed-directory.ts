// A data directory with one person in it, closed and at rest.
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import { helpdesk, NOW, personRow } from './helpdesk.ts'

export async function seedDirectory(directory: string): Promise<void> {
  const storage = await openSqliteStorage({ directory, model: helpdesk, revision: 'r1', now: () => NOW })
  await storage.write((transaction) => transaction.insert('Person', personRow('ada')))
  await storage.close()
}
