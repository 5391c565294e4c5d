// Bounds what one thing sets off: the effects of effects, as far and as many as a document can sensibly mean.
import type { Citation } from '#shared/model/model.ts'
import { Refused } from '../refused.ts'
import type { Work } from '../work/work.ts'

/** Far beyond what people mean: a document that goes on longer goes round in a circle. */
const DEEPEST = 20
/** Records that one request may touch by effects; the writer is held up for all others meanwhile. */
const MOST_DONE = 10_000

/** The work of one effect, one step further from what the person did; refuses where it goes on and on. */
export function further(work: Work, cites: Citation): Work {
  const { depth, done } = work.reach
  done.count += 1
  if (depth >= DEEPEST) throw tooMuch(`This sets off one thing after another, more than ${DEEPEST} in a row.`, cites)
  if (isExhausted(work)) throw tooMuch(`This would touch more than ${MOST_DONE} records.`, cites)
  return { ...work, reach: { depth: depth + 1, done } }
}

export function isExhausted({ reach }: Work): boolean {
  return reach.done.count > MOST_DONE
}

function tooMuch(message: string, cites: Citation): Refused {
  return new Refused({ code: 'conflict', status: 409, message: `${message} Nothing was changed.`, errors: [], cites })
}
