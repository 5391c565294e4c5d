// Finds the record at hand among those that the path of a call names: "of Ticket" behind it.
import type { DocumentCall, PathRecord } from '#shared/model/7-calls/types.ts'

export function recordAtHand({ finds, of }: Pick<DocumentCall, 'finds' | 'of'>): PathRecord | undefined {
  return finds.find(({ name }) => name === of)
}
