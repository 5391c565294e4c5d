// Verifies the audit chain of a PostgreSQL database, beside its servers or without one.
import { readHead, walkEntries } from '../audit/audit-table.ts'
import type { AuditReport } from '../audit/audit-report.ts'
import { reportAudit } from '../audit/audit-report.ts'
import { verifyChain } from '../audit/hash-chain.ts'
import { StorageRefused } from '../storage-error.ts'
import { readPostgres } from './postgres-move.ts'

/** `noted`: hashes that were printed before and kept elsewhere; the chain must contain each. */
export async function checkPostgresAudit(url: string, noted: readonly string[]): Promise<AuditReport> {
  try {
    return await readPostgres(url, 'audit', async ({ executor }) =>
      reportAudit(await verifyChain(walkEntries(executor), { kept: await readHead(executor), noted })),
    )
  } catch (error) {
    if (!(error instanceof StorageRefused)) throw error
    return { output: error.message, isWhole: false }
  }
}
