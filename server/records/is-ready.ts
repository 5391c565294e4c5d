// Can the storage be read at this moment?
import type { RecordsDependencies } from './dependencies.ts'

export async function isReady({ storage }: RecordsDependencies): Promise<boolean> {
  try {
    await storage.reader.system('setting', 'ready')
    return true
  } catch {
    return false
  }
}
