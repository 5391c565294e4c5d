// Verifies the audit chain of a data directory, with or without a running server.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../connection.ts'
import { openSqlite } from './open-sqlite.ts'
import { readHead, walkEntries } from '../audit/audit-table.ts'
import type { ChainedRow, ChainVerdict } from '../audit/hash-chain.ts'
import { verifyChain } from '../audit/hash-chain.ts'

export interface AuditReport {
  /** One line for the terminal. */
  readonly output: string
  readonly isWhole: boolean
}

/** `noted`: hashes that were printed before and kept elsewhere; the chain must contain each. */
export function checkAudit(directory: string, noted: readonly string[]): AuditReport {
  const path = join(directory, 'verbatim.db')
  if (!existsSync(path)) return { output: `There is no database in ${directory}.`, isWhole: false }
  const connection = openSqlite(path, { role: 'reader' })
  try {
    if (connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit_head'").get([]) === undefined)
      return {
        output: `The database in ${directory} has no audit yet: this version has not opened it.`,
        isWhole: false,
      }
    const verdict = verify(connection, noted)
    if (!verdict.whole)
      return { output: `The audit is broken at entry ${verdict.number}: ${verdict.problem}.`, isWhole: false }
    const { number, hash } = verdict.head
    return { output: `${number} ${number === 1 ? 'entry' : 'entries'}, chain whole, head ${hash}`, isWhole: true }
  } finally {
    connection.close()
  }
}

/** A server may be adding entries meanwhile: then the walk is for what was there at its beginning. */
function verify(connection: Connection, noted: readonly string[]): ChainVerdict {
  const before = readHead(connection)
  const whole = verifyChain(walkEntries(connection), { kept: before, noted })
  const hasGrown = readHead(connection).number > before.number
  return hasGrown ? verifyChain(upTo(before.number, walkEntries(connection)), { kept: before, noted }) : whole
}

function* upTo(last: number, rows: Iterable<ChainedRow>): Iterable<ChainedRow> {
  for (const row of rows) {
    if (row.number > last) return
    yield row
  }
}
