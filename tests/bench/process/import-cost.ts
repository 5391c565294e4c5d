// What each row of an import takes, in microseconds of the processor and of the clock, without HTTP. Prints it as JSON.
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
  /** Time by the clock from the first byte to the commit, of use on a machine that does nothing else. */
  readonly elapsed: number
}

/** Most rows of a file; of more there are several, one after the other. */
const MOST_OF_A_FILE = 50_000

const [directory = '', count = ''] = process.argv.slice(2)
const rows = Number(count)
const now = new Date().toISOString()
const dependencies = await openBenchData(directory, () => now)
const { storage, current } = dependencies
const manager = await storage.database.record('Person', generateBenchData().manager.id)
const actorContext = { actor: makeActor(current.running.model, manager ?? null), now }
const { people, teams, tags } = generateBenchData()
const customers = people.filter(({ role }) => role === 'Customer')
const random = createRandom(20_261_130)
const files: Buffer[] = []
for (let from = 0; from < rows; from += MOST_OF_A_FILE)
  files.push(makeFile(from, Math.min(rows, from + MOST_OF_A_FILE)))

const begun = process.cpuUsage()
const begunAt = performance.now()
const spans = { read: 0, first: 0, second: 0, commit: 0 }
let written = 0
for (const bytes of files) {
  let latest = spent()
  const lap = (span: keyof typeof spans): void => {
    const now = spent()
    spans[span] += now - latest
    latest = now
  }
  const prepared = await prepareImport(dependencies, actorContext, 'Ticket', { bytes })
  lap('read')
  const half = (): keyof typeof spans => (written <= rows / 2 ? 'first' : 'second')
  const { kept, errors } = await writePrepared(
    dependencies,
    actorContext,
    prepared,
    { mode: 'run', note: { path: '/api/tickets/import', address: null } },
    { follow: () => void ((written += 1) % (rows / 2) === 0 && lap(half())) },
  )
  lap(written % (rows / 2) === 0 ? 'commit' : half())
  if (!kept) throw new Error(`Nothing was imported: ${JSON.stringify(errors[0])}`)
}
const elapsed = (1_000 * (performance.now() - begunAt)) / rows
await storage.close()
const { read, first, second, commit } = spans
const cost: ImportCost = {
  read: read / rows,
  write: [first / (rows / 2), second / (rows / 2)],
  commit: commit / rows,
  elapsed,
}
process.stdout.write(`${JSON.stringify(cost)}\n`)

/** Microseconds of processor time since it began. */
function spent(): number {
  const { user, system } = process.cpuUsage(begun)
  return user + system
}

/** Tickets of 900 customers in turn, with what people name by its title: requester, team and tags. */
function makeFile(from: number, to: number): Buffer {
  const lines = range(to - from).map((step) => {
    const at = from + step
    return [
      `The ${at}th problem`,
      `"${describeAnew(random)}"`,
      pick(PRIORITIES.slice(0, 3), at),
      pick(customers, at).email,
      pick(teams, at).name,
      `"${pick(tags, at).name}, ${pick(tags, at + 7).name}"`,
    ].join(',')
  })
  return Buffer.from(`subject,description,priority,requester,team,tags\n${lines.join('\n')}\n`)
}
