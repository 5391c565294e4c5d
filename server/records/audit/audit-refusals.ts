// Audits refused writes after their rollback, with a limit per person and window.
import type { Refusal } from '#shared/decisions/decision.ts'
import type { Model } from '#shared/model/model.ts'
import type { RecordsDependencies } from '../records-dependencies.ts'
import { appendAudit } from './append-audit.ts'
import { createTally } from './refusal-tally.ts'
import { statusOf, codeOf } from '#shared/decisions/refusals.ts'

export interface RefusedWrite {
  readonly at: string
  /** Id of the person who asked; null: nobody who is signed in. */
  readonly by: string | null
  readonly address: string
  readonly method: string
  /** Without its parameters. */
  readonly path: string
  readonly refusal: Refusal
}

export interface RefusalAudit {
  /** Resolves when the entry, if there is to be one, is on disk. */
  note(refused: RefusedWrite): Promise<void>
}

const LONGEST_PATH = 200

export function createRefusalAudit({
  storage,
  current,
}: Pick<RecordsDependencies, 'storage' | 'current'>): RefusalAudit {
  const tally = createTally()
  return {
    async note({ at, by, address, method, path, refusal }) {
      const { model, revision } = current.running
      if (!isNoted(model, by, refusal)) return
      // Anonymous callers can use any number of addresses: they share one window.
      const times = tally.count(by ?? '', Date.parse(at))
      if (times === 0) return
      const { cites } = refusal
      const detail = {
        method,
        path: path.slice(0, LONGEST_PATH),
        status: statusOf(model, refusal),
        code: codeOf(refusal),
        ...(cites === undefined ? {} : { line: cites.line }),
        ...(times === 1 ? {} : { times }),
      }
      await storage.write((transaction) =>
        appendAudit(transaction, { event: 'write_refused', at, by, detail, address, revision }),
      )
    },
  }
}

/**
 * Reports whether a refusal is noted: one by policy, by a state or by a rule of the document. Requests that are
 * malformed, too late or too large, and values that are taken already, are not noted.
 */
function isNoted(model: Model, by: string | null, refusal: Refusal): boolean {
  const { state, errors } = refusal
  const [status, code] = [statusOf(model, refusal), codeOf(refusal)]
  if (status === 403) return true
  // What may not be seen and what does not exist are noted alike, and so take as long.
  if (status === 404) return by !== null
  if (state !== undefined || model.errors.get(code)?.standard === false) return true
  return code === 'invalid' && (errors.length === 0 || errors.some((error) => BY_RIGHTS_OR_RULES.has(codeOf(error))))
}

const BY_RIGHTS_OR_RULES: ReadonlySet<string> = new Set([
  'not_allowed',
  'invalid',
  'not_to_choose',
  'write_once',
  'state_field',
])
