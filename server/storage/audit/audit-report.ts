// Says in one line what a check of the audit found.
import type { ChainVerdict } from './hash-chain.ts'

export interface AuditReport {
  /** One line for the terminal. */
  readonly output: string
  readonly isWhole: boolean
}

export function reportAudit(verdict: ChainVerdict): AuditReport {
  if (!verdict.whole)
    return { output: `The audit is broken at entry ${verdict.number}: ${verdict.problem}.`, isWhole: false }
  const { number, hash } = verdict.head
  return { output: `${number} ${number === 1 ? 'entry' : 'entries'}, chain whole, head ${hash}`, isWhole: true }
}
