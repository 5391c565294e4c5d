// What authentication and policy add to a request: the list of a customer's open tickets as the API reads it, with its token and its
// row rule, against the same statement run as a bare plan of the storage. Alternating, in one process; prints microseconds as JSON.
// Run as `node policy-cost.ts DIRECTORY`, on a directory that Verbatim was seeded in.
import type { IncomingMessage } from 'node:http'
import { findCaller } from '../../server/auth/find-caller.ts'
import { readShownToken } from '../../server/auth/sessions/cookies.ts'
import { readFilter } from '../../server/records/read/filter.ts'
import { findRecords } from '../../server/records/read/find-records.ts'
import { policyOf } from '../../server/policy/policy.ts'
import { CUSTOMER_TOKEN } from './data.ts'
import { openBenchData } from './open-bench-data.ts'
import { median } from './report.ts'
import type { Actor } from '#shared/policy/actor.ts'

export interface PolicyCost {
  /** Microseconds of processor time a request. */
  readonly authentication: number
  readonly policy: number
}

const ROUNDS = 15
const REQUESTS_A_ROUND = 400
const FILTER = 'status == "open"'

const [directory = ''] = process.argv.slice(2)
const now = new Date().toISOString()
const dependencies = await openBenchData(directory, () => now)
const { storage, current } = dependencies
const { running } = current
const request = { headers: { authorization: `Bearer ${CUSTOMER_TOKEN}` }, socket: {} } as IncomingMessage

const authenticate = async (): Promise<Actor> => {
  const credentials = readShownToken(request, undefined)
  if (credentials === undefined || credentials === 'malformed') throw new Error('the token can’t be read')
  const caller = await findCaller(dependencies, credentials, now)
  if (caller === undefined) throw new Error('the token is not known')
  return caller.actor
}
const actor = await authenticate()
const { read } = policyOf(running, actor).entity('Ticket')
const me = actor.person
// The rule stands among the plan's own conditions, as somebody would write it by hand; what is read is the same.
const plan = storage.plan({
  policy: read,
  fields: read.fields.map(({ field }) => field),
  expand: [],
  filter: readFilter(running, actor, 'Ticket', FILTER).node,
  sort: running.model.entities.get('Ticket')?.order ?? [],
})

const underPolicy = () =>
  findRecords(dependencies, { actor, now }, 'Ticket', { filter: FILTER, limit: 20, count: false })
const bare = () => plan.list({ me, now }, { limit: 20 })

const [authentication, policy, without] = await measureInTurn([authenticate, underPolicy, bare])
await storage.close()
const cost: PolicyCost = { authentication: authentication ?? 0, policy: (policy ?? 0) - (without ?? 0) }
process.stdout.write(`${JSON.stringify(cost)}\n`)

/** Microseconds of processor time that each takes: medians of rounds in turn. */
async function measureInTurn(works: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
  const figures = works.map((): number[] => [])
  for (let round = -2; round < ROUNDS; round++) {
    for (const [at, work] of works.entries()) {
      const started = process.cpuUsage()
      for (let count = 0; count < REQUESTS_A_ROUND; count++) await work()
      const { user, system } = process.cpuUsage(started)
      // The first rounds warm up.
      if (round >= 0) figures[at]?.push((user + system) / REQUESTS_A_ROUND)
    }
  }
  return figures.map(median)
}
