// Computes and verifies the hash chain of the audit: each entry holds the hash of the one before.
import { hash } from 'node:crypto'
import type { AuditEntry } from '../audit-entry.ts'

/** The `previous` of the first entry. */
export const START_OF_CHAIN = '0'.repeat(64)

/** The newest entry: a person who keeps a copy elsewhere can tell later that nothing up to there was touched. */
export interface ChainHead {
  /** 0: there is no entry yet. */
  readonly number: number
  /** SHA-256, 64 hexadecimal digits. */
  readonly hash: string
}

export const EMPTY_CHAIN: ChainHead = { number: 0, hash: START_OF_CHAIN }

/** An entry as it lies in the table: the detail is text, whose very bytes are hashed. */
export interface ChainedRow extends Omit<AuditEntry, 'detail'> {
  readonly detail: string
}

export function chainHashOf(row: Omit<ChainedRow, 'hash'>): string {
  const { number, at, event, by, subject, detail, address, revision, previous } = row
  return hash('sha256', JSON.stringify([number, at, event, by, subject, detail, address, revision, previous]), 'hex')
}

export type ChainVerdict =
  | { readonly whole: true; readonly head: ChainHead }
  /** `number`: of the first entry that is not as it was written. */
  | { readonly whole: false; readonly number: number; readonly problem: string }

export interface ChainReferences {
  /** The head that the database itself keeps beside the entries. */
  readonly kept: ChainHead
  /** Hashes of entries that were noted elsewhere: each must be in the chain. */
  readonly noted: readonly string[]
}

/** Walks over all entries in their order; stops at the first that is not as it was written. */
export async function verifyChain(
  rows: AsyncIterable<ChainedRow> | Iterable<ChainedRow>,
  { kept, noted }: ChainReferences,
): Promise<ChainVerdict> {
  const missing = new Set(noted)
  let head = EMPTY_CHAIN
  for await (const row of rows) {
    const expected = head.number + 1
    if (row.number !== expected)
      return broken(expected, row.number > expected ? 'it is missing' : `it stands where ${expected} was expected`)
    if (row.previous !== head.hash) return broken(row.number, 'it does not continue the entry before it')
    if (row.hash !== chainHashOf(row)) return broken(row.number, 'it was changed after it was written')
    head = { number: row.number, hash: row.hash }
    missing.delete(row.hash)
  }
  if (head.number < kept.number) return broken(head.number + 1, `it is missing: there were ${kept.number} entries`)
  if (head.number > kept.number || head.hash !== kept.hash)
    return broken(head.number, 'it is not the entry that was written last')
  const [lost] = missing
  if (lost !== undefined) return broken(head.number, `the chain does not contain the noted hash ${lost}`)
  return { whole: true, head }
}

function broken(number: number, problem: string): ChainVerdict {
  return { whole: false, number, problem }
}
