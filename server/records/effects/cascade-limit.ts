// Limits cascades of effects: at most 20 levels, and 10,000 records and messages per command.
import type { Citation } from '#shared/model/model.ts'
import type { CommandContext } from '../write/command-context.ts'
import { refused } from '../../policy/refused.ts'

/** Far beyond what people mean: a document that goes on longer goes round in a circle. */
const MAX_CASCADE_DEPTH = 20
/** Records that one request may touch by effects, and messages that it may send; the writer is held up for all others meanwhile. */
const MAX_CASCADE_RECORDS = 10_000

/** The work of one effect, one step further from what the person did; refuses where it goes on and on. */
export function deepenCascade(context: CommandContext, cites: Citation): CommandContext {
  const { depth, done } = context.cascade
  if (depth >= MAX_CASCADE_DEPTH) throw refused('cascade_too_deep', { most: MAX_CASCADE_DEPTH }, { cites })
  countEffect(context, cites)
  return {
    ...context,
    deferred: undefined,
    stepToCome: undefined,
    createdByStep: undefined,
    cascade: { depth: depth + 1, done },
  }
}

/** Counts one more record that is touched, or one more message. */
export function countEffect(context: CommandContext, cites: Citation): void {
  context.cascade.done.count += 1
  if (isCascadeExhausted(context)) throw refused('cascade_too_wide', { most: MAX_CASCADE_RECORDS }, { cites })
}

export function isCascadeExhausted({ cascade }: CommandContext): boolean {
  return cascade.done.count > MAX_CASCADE_RECORDS
}
