// A process that opens a data directory with a changed document: says "ready", "ack migrated", and "done"; or why it was refused.
// Run as: node migrating-process.ts DIRECTORY
import { writeSync } from 'node:fs'
import { openSqliteStorage } from '../../../../server/storage/sqlite/sqlite-storage.ts'
import { changed } from './migrated.ts'

const [directory = ''] = process.argv.slice(2)

writeSync(1, 'ready\n')
try {
  await openSqliteStorage({ directory, model: changed, revision: 'after', now: () => '2026-11-21T05:00:00.000Z' })
  writeSync(1, 'ack migrated\n')
  writeSync(1, 'done\n')
  // Nothing is closed: the process ends as if it were killed.
  process.exit(0)
} catch (error) {
  writeSync(1, `refused ${error instanceof Error ? `${error.constructor.name} ${error.message}` : ''}\n`)
  process.exit(1)
}
