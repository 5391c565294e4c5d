// Opens a directory that Verbatim was seeded in, for what is measured without HTTP.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '#shared/compile.ts'
import { CurrentDocument, runDocument } from '../../server/document/current-document.ts'
import { createIds } from '../../server/records/new-id.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite-storage.ts'

/** `now`: the clock of the storage, RFC 3339 in UTC with milliseconds. */
export async function openBenchData(directory: string, now: () => string) {
  const file = join(directory, 'helpdesk.md')
  const text = readFileSync(file, 'utf8')
  const { model } = compile(text)
  if (model === undefined) throw new Error('the document of the bench does not compile')
  const running = runDocument(file, text, model)
  const { revision } = running
  const storage = await openSqliteStorage({ directory: join(directory, 'data'), model, revision, now })
  const current = new CurrentDocument(running, await storage.database.revisionInForce())
  return { storage, current, newId: createIds() }
}
