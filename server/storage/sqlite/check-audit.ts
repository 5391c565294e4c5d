// Verifies the audit chain of a data directory, with or without a running server.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Executor } from '../executor.ts'
import { createExecutor } from './sqlite-executor.ts'
import { openSqlite } from './open-sqlite.ts'
import type { AuditReport } from '../audit/audit-report.ts'
import { reportAudit } from '../audit/audit-report.ts'
import { readHead, walkEntries } from '../audit/audit-table.ts'
import type { ChainedRow, ChainVerdict } from '../audit/hash-chain.ts'
import { verifyChain } from '../audit/hash-chain.ts'

/** `noted`: hashes that were printed before and kept elsewhere; the chain must contain each. */
export async function checkAudit(directory: string, noted: readonly string[]): Promise<AuditReport> {
  const path = join(directory, 'verbatim.db')
  if (!existsSync(path)) return { output: `There is no database in ${directory}.`, isWhole: false }
  const connection = openSqlite(path, { role: 'reader' })
  try {
    if (connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit_head'").get([]) === undefined)
      return {
        output: `The database in ${directory} has no audit yet: this version has not opened it.`,
        isWhole: false,
      }
    return reportAudit(await verify(createExecutor(connection), noted))
  } finally {
    connection.close()
  }
}

/** A server may be adding entries meanwhile: then the walk is for what was there at its beginning. */
async function verify(executor: Executor, noted: readonly string[]): Promise<ChainVerdict> {
  const before = await readHead(executor)
  const whole = await verifyChain(walkEntries(executor), { kept: before, noted })
  const hasGrown = (await readHead(executor)).number > before.number
  return hasGrown ? await verifyChain(upTo(before.number, walkEntries(executor)), { kept: before, noted }) : whole
}

async function* upTo(last: number, rows: AsyncIterable<ChainedRow>): AsyncIterable<ChainedRow> {
  for await (const row of rows) {
    if (row.number > last) return
    yield row
  }
}
