// What a create and an update take, in the processor's microseconds, without HTTP. Prints it as JSON.
// Run as `node write-cost.ts DIRECTORY [create|update [TICKETS]]`, on a directory that Verbatim was seeded in with so many tickets: the
// requests of the bench, 32 at once.
import { makeActor } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { findRecord } from '../../../server/records/read/find-record.ts'
import type { CommandOptions } from '../../../server/records/write/command-context.ts'
import { createRecord } from '../../../server/records/write/create-record.ts'
import { updateRecord } from '../../../server/records/write/update-record.ts'
import { openBenchData } from '../open-bench-data.ts'
import { generateBenchData, pick } from '../data.ts'
import { median } from '../report.ts'
import { type LoadRequest, makeScenarios } from '../scenarios.ts'

export interface WriteCost {
  readonly create: number
  readonly update: number
}

const AT_ONCE = 32
const COMMANDS_A_ROUND = 640
/** The first rounds warm up. */
const ROUNDS = 15
const WARM_UP_ROUNDS = 5

const [directory = '', only, tickets] = process.argv.slice(2)
const dependencies = await openBenchData(directory, () => new Date().toISOString())
const { storage, current } = dependencies
const actors = new Map<string, Actor>()
for (const { person, token } of generateBenchData().callers)
  actors.set(token, makeActor(current.running.model, (await storage.database.record('Person', person.id)) ?? null))
/** Differs from run to run: a text that is there already would be no change. */
let written = Date.now()

const cost: WriteCost = { create: await measure('create', create), update: await measure('update', update) }
await storage.close()
process.stdout.write(`${JSON.stringify(cost)}\n`)

type Write = (request: LoadRequest, actor: Actor) => Promise<unknown>

function create({ body }: LoadRequest, actor: Actor): Promise<unknown> {
  const actorContext = { actor, now: new Date().toISOString() }
  return createRecord(dependencies, actorContext, 'Ticket', valuesOf(body), answering(actorContext))
}

function update({ path, body }: LoadRequest, actor: Actor): Promise<unknown> {
  const actorContext = { actor, now: new Date().toISOString() }
  const id = path.slice(path.lastIndexOf('/') + 1)
  return updateRecord(dependencies, actorContext, 'Ticket', id, valuesOf(body), answering(actorContext))
}

function answering(actorContext: { readonly actor: Actor; readonly now: string }): CommandOptions {
  return {
    answer: (database, { entity, id }) => findRecord(dependencies, actorContext, entity, 'id', id, undefined, database),
  }
}

function valuesOf(body = '{}'): { readonly [field: string]: unknown } {
  return JSON.parse(body.replaceAll('{n}', String(written++))) as { readonly [field: string]: unknown }
}

/** The median of rounds. */
async function measure(name: string, write: Write): Promise<number> {
  if (only !== undefined && only !== name) return NaN
  const requests =
    makeScenarios(tickets === undefined ? undefined : Number(tickets)).find((scenario) => scenario.name === name)
      ?.requests ?? []
  const figures: number[] = []
  let at = 0
  for (let round = 0; round < ROUNDS; round++) {
    const until = at + COMMANDS_A_ROUND
    const begun = process.cpuUsage()
    const loops = Array.from({ length: AT_ONCE }, async () => {
      while (at < until) {
        const request = pick(requests, at++)
        const actor = actors.get(request.token)
        if (actor === undefined) throw new Error('the caller is not known')
        await write(request, actor)
      }
    })
    await Promise.all(loops)
    const { user, system } = process.cpuUsage(begun)
    if (round >= WARM_UP_ROUNDS) figures.push((user + system) / COMMANDS_A_ROUND)
  }
  return median(figures)
}
