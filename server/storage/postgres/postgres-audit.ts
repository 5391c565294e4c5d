// Numbers the entries of the audit after the commands that noted them, which would all write its last row.
import type { NewAuditEntry } from '../audit-entry.ts'
import { appendEntry } from '../audit/audit-table.ts'
import type { Executor } from '../executor.ts'

/** Keeps entries until they are numbered; they belong to the transaction of the command. */
export async function noteEntries(executor: Executor, entries: readonly NewAuditEntry[]): Promise<void> {
  for (const entry of entries)
    await executor.run('INSERT INTO audit_waiting (entry) VALUES (?)', [JSON.stringify(entry)])
}

/** Appends what waits. Others wait meanwhile: the chain has no gap and no fork. Belongs into a transaction that reads what is committed. */
export async function numberEntries(executor: Executor): Promise<void> {
  await executor.run('SELECT number FROM audit_head FOR UPDATE', [])
  for (const [row, entry] of await executor.all('SELECT row, entry FROM audit_waiting ORDER BY row', [])) {
    const head = await appendEntry(executor, JSON.parse(String(entry)) as NewAuditEntry)
    await executor.run('UPDATE audit_head SET number = ?, hash = ?', [head.number, head.hash])
    await executor.run('DELETE FROM audit_waiting WHERE row = ?', [Number(row)])
  }
}
