// A question to a surface on which records can be read, with its right answer.
import type { HistoryEntry } from '../../../server/storage/history-entry.ts'
import type { EntitySpec, Row } from '../entities.ts'
import type { Oracle } from '../oracle.ts'
import type { Pick } from '../random/random-condition.ts'
import type { World } from '../world.ts'

/** A question and its right answer. */
export interface Question {
  readonly path: string
  readonly status: readonly number[]
  /** Code of the problem, where the status is an error that must have this one. */
  readonly code?: string
  /** The expected body of a 200, as far as the oracle speaks of it. */
  readonly body?: unknown
  /** Takes from the body what the oracle speaks of. */
  readonly read?: (body: never) => unknown
  /** A list that is read once more, in pages. */
  readonly pages?: true
  /** A JSON object a line. */
  readonly lines?: true
}

export interface Asking {
  readonly pick: Pick
  readonly world: World
  readonly history: readonly HistoryEntry[]
  readonly oracle: Oracle
  readonly entity: EntitySpec
}

export type Surface = (asking: Asking) => Question

export const NOTHING_GRANTED = [401, 403]

export function listed(
  asking: Asking,
  parameters: { readonly [name: string]: string },
  rows: readonly Row[],
): Question {
  const { entity, oracle } = asking
  const text = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const path = `/api/${entity.path}${text.length === 0 ? '' : `?${text.join('&')}`}`
  if (oracle.known(entity.name).size === 0) return { path, status: NOTHING_GRANTED }
  return { path, status: [200], body: rows, read: ({ items }: { items: readonly Row[] }) => items }
}

/** Keeps a refusal where nothing is granted. */
export function isRefused({ oracle, entity }: Asking): object {
  return oracle.known(entity.name).size === 0 ? { read: undefined, body: undefined } : {}
}

/** Expects the refusal of a field that does not exist. Where nothing of the entity is granted, that is said first. */
export function unknownField(asking: Asking, parameters: { readonly [name: string]: string }): Question {
  const { path, status } = listed(asking, parameters, [])
  return status.includes(200) ? { path, status: [400], code: 'unknown_field' } : { path, status }
}

export function one({ oracle, entity }: Asking, path: string, row: unknown): Question {
  if (row !== undefined) return { path, status: [200], body: row }
  // Where nothing of the entity is granted to nobody in particular, signing in might help.
  return { path, status: oracle.me === null && oracle.known(entity.name).size === 0 ? [401] : [404] }
}
