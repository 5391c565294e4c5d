// `npm run bench:process`: measures what happens by a document: transitions, due timers, a call of its own, imports, writes.
// --rounds N (3) · --seconds N (4) a round · --only transitions,timers,call,imports,writes · --rows N (10000) of an import · --fresh: seed anew
import { parseArgs } from 'node:util'
import { describeMachine } from '../processes.ts'
import { removeRound } from '../seeded.ts'
import { measureImports, measureWrites } from './costs.ts'
import { measureOwnCall } from './own-call.ts'
import { measureTimers } from './timers.ts'
import { measureTransitions } from './transitions.ts'

export interface ProcessOptions {
  readonly rounds: number
  readonly seconds: number
  readonly fresh: boolean
  /** Rows of an import, an even number. */
  readonly rows: number
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: 'transitions,timers,call,imports,writes' },
    rows: { type: 'string', default: '10000' },
    fresh: { type: 'boolean', default: false },
  },
})
const options: ProcessOptions = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  fresh: values.fresh,
  rows: Number(values.rows),
}
const only = values.only.split(',')

try {
  process.stderr.write(`${describeMachine()}\n`)
  if (only.includes('transitions')) process.stdout.write(`${await measureTransitions(options)}\n`)
  if (only.includes('call')) process.stdout.write(`${await measureOwnCall(options)}\n`)
  if (only.includes('imports')) process.stdout.write(`${await measureImports(options)}\n`)
  if (only.includes('writes')) process.stdout.write(`${await measureWrites(options)}\n`)
  if (only.includes('timers')) process.stdout.write(`${await measureTimers(options)}\n`)
} finally {
  removeRound()
}
