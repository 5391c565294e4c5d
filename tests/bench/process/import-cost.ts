// What each row of an import takes, in the processor's microseconds, without HTTP. Prints it as JSON.
// Run as `node import-cost.ts DIRECTORY ROWS`, on a directory that Verbatim was seeded in; nothing of it is kept.
import { makeActor } from '#shared/policy/actor.ts'
import { writePrepared } from '../../../server/records/import/import-records.ts'
import { prepareImport } from '../../../server/records/import/prepare-import.ts'
import { openBenchData } from '../open-bench-data.ts'
import { createRandom, describeAnew, generateBenchData, pick, PRIORITIES, range } from '../data.ts'

export interface ImportCost {
  /** Reading the file, before its first row is written. */
  readonly read: number
  /** Writing a row, with all rules; the first half of the rows, and the second. */
  readonly write: readonly number[]
  /** All that follows the last row: words of a search, the commit. */
  readonly commit: number
}

const [directory = '', count = ''] = process.argv.slice(2)
const rows = Number(count)
const now = new Date().toISOString()
const dependencies = await openBenchData(directory, () => now)
const { storage, current } = dependencies
const manager = await storage.database.record('Person', generateBenchData().manager.id)
const actorContext = { actor: makeActor(current.running.model, manager ?? null), now }
const bytes = makeFile()

const begun = process.cpuUsage()
const prepared = await prepareImport(dependencies, actorContext, 'Ticket', { bytes })
const halves = [spent()]
const { kept, errors } = await writePrepared(
  dependencies,
  actorContext,
  prepared,
  { mode: 'run', note: { path: '/api/tickets/import', address: null } },
  { follow: ({ tried }) => void (tried % (rows / 2) === 0 && halves.push(spent())) },
)
const all = spent()
if (!kept) throw new Error(`Nothing was imported: ${JSON.stringify(errors[0])}`)
await storage.close()
const [read = 0, first = 0, second = 0] = halves
const cost: ImportCost = {
  read: read / rows,
  write: [(first - read) / (rows / 2), (second - first) / (rows / 2)],
  commit: (all - second) / rows,
}
process.stdout.write(`${JSON.stringify(cost)}\n`)

/** Microseconds of processor time since it began. */
function spent(): number {
  const { user, system } = process.cpuUsage(begun)
  return user + system
}

/** Tickets of 900 customers in turn, with what people name by its title: requester, team and tags. */
function makeFile(): Buffer {
  const { people, teams, tags } = generateBenchData()
  const customers = people.filter(({ role }) => role === 'Customer')
  const random = createRandom(20_261_130)
  const lines = range(rows).map((at) =>
    [
      `The ${at}th problem`,
      `"${describeAnew(random)}"`,
      pick(PRIORITIES.slice(0, 3), at),
      pick(customers, at).email,
      pick(teams, at).name,
      `"${pick(tags, at).name}, ${pick(tags, at + 7).name}"`,
    ].join(','),
  )
  return Buffer.from(`subject,description,priority,requester,team,tags\n${lines.join('\n')}\n`)
}
