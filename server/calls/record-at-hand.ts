// Finds the record at hand among those that the path of a call names ("of Ticket" behind it).
import type { DocumentCall, PathRecord } from '#shared/model/7-calls/types.ts'

export function recordAtHand({ finds, of }: Pick<DocumentCall, 'finds' | 'of'>): PathRecord | undefined {
  return finds.find(({ name }) => name === of)
}

/** Finds the record that a call is about: the one at hand, else the first one in its path. */
export function recordAbout(call: Pick<DocumentCall, 'finds' | 'of'>): PathRecord | undefined {
  return recordAtHand(call) ?? call.finds[0]
}
