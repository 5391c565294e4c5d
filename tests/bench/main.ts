// `npm run bench`: measures Verbatim beside hand-written servers, in alternating rounds, on the same data.
// --quick: one short round · --rounds N (3) · --seconds N (4) a scenario · --only SCENARIO,… · --tickets N (100,000)
// --data DIRECTORY: use the seeded data there again, or seed it there · --fresh: seed anew · --json
// --keep: append the ratios to results.md · --engine postgres: Verbatim beside Express with `pg`
import type { ChildProcess } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ceiling, type Contender, makeContenders, yardstick } from './contenders.ts'
import { TICKETS } from './data.ts'
import type { PolicyCost } from './policy-cost.ts'
import {
  describeMachine,
  findFreePort,
  load,
  loadAll,
  memoryOf,
  processorTimeOf,
  runNode,
  startNode,
  stop,
  waitForAnswer,
  waitUntilIdle,
} from './processes.ts'
import { type Figure, type Measure, printCost, printReport } from './report.ts'
import { findSlower, printResults, readResults, resultsOf } from './results.ts'
import { type Answers, collectAnswers, findDifferences } from './same-answers.ts'
import { type LoadRequest, makeScenarios } from './scenarios.ts'
import { openDirectories, type Places } from './seeded.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    tickets: { type: 'string' },
    data: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
  },
})
/** Read where it is asked for: the others measure without its driver. */
const postgres =
  options.engine === 'postgres'
    ? { ...(await import('./postgres/contenders.ts')), ...(await import('./postgres/seeded-databases.ts')) }
    : undefined
/** Fewer than on SQLite, as a run makes them anew. */
const POSTGRES_TICKETS = 20_000
const rounds = Number(options.rounds ?? (options.quick ? 1 : 3))
const seconds = Number(options.seconds ?? (options.quick ? 1 : 4))
const tickets = Number(options.tickets ?? (postgres === undefined ? TICKETS : POSTGRES_TICKETS))
const contenders = postgres?.makePostgresContenders(tickets) ?? makeContenders(tickets)
const [verbatim] = contenders
const references = postgres === undefined ? [yardstick, ceiling] : [postgres.POSTGRES_YARDSTICK]
const allScenarios = makeScenarios(tickets).filter(({ name }) => postgres?.POSTGRES_SCENARIOS.includes(name) ?? true)
const only = options.only?.split(',')
const scenarios = allScenarios.filter((scenario) => only === undefined || only.includes(scenario.name))
const [firstScenario] = allScenarios
const [firstRequest] = firstScenario?.requests ?? []

const places: Places = (await postgres?.openDatabases()) ?? openDirectories(options.data && resolve(options.data))
const RESULTS = fileURLToPath(new URL('results.md', import.meta.url))
/** After the start Verbatim reads its file through for damage, on a thread that shares the server's only core here. */
const SETTLING_SECONDS = options.quick ? 1 : 8
/** Until the code is compiled by the engine and the pages of the database are in memory. */
const WARM_UP_SECONDS = options.quick ? 1 : 2

/** A server that answers faster than a third of what the load can ask is held up by the load. */
const LEAST_LOAD = 3

try {
  await main()
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await places.close()
}

async function main(): Promise<void> {
  if (firstRequest === undefined || verbatim === undefined || scenarios.length === 0)
    throw new Error(`There is nothing to measure; scenarios are ${allScenarios.map(({ name }) => name).join(', ')}.`)
  if (options.keep && (options.quick || only !== undefined || postgres !== undefined))
    throw new Error('Only a whole run on SQLite is kept.')
  const machine = describeMachine()
  say(machine)
  const seeded = new Map<Contender, string>()
  for (const contender of contenders) {
    say(`Data for ${contender.name} …`)
    const isFirst = contenders.find(({ data }) => data === contender.data) === contender
    seeded.set(contender, await places.ensureSeeded(contender.data, options.fresh && isFirst))
  }
  await requireSameAnswers(seeded, firstRequest)
  const most = await measureLoadItself(firstRequest)
  const measures = await measureRounds(seeded, firstRequest)
  requireEnoughLoad(most, measures)
  const cost = postgres === undefined ? await measurePolicy(seeded.get(verbatim) ?? '') : undefined
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ machine, tickets, rounds, seconds, load: most, measures, cost }, null, 2)}\n`,
    )
  } else {
    process.stdout.write(`\n${[printReport(measures, references), ...(cost ? [printCost(cost)] : [])].join('\n\n')}\n`)
  }
  if (postgres === undefined) compareWithKept(measures, machine)
}

async function measurePolicy(directory: string): Promise<PolicyCost> {
  say('The cost of authentication and policy …')
  const script = fileURLToPath(new URL('policy-cost.ts', import.meta.url))
  return JSON.parse(await runNode([script, await places.copyForRound(directory)])) as PolicyCost
}

async function requireSameAnswers(seeded: ReadonlyMap<Contender, string>, first: LoadRequest): Promise<void> {
  let reference: Answers | undefined
  for (const [contender, directory] of seeded) {
    const { result: answers } = await withServers(contender, directory, first, ([port = 0]) =>
      collectAnswers(contender.name, port, allScenarios),
    )
    const differences = reference === undefined ? [] : findDifferences(reference, answers, allScenarios)
    if (differences.length > 0) throw new Error(`The servers do not answer alike:\n${differences.join('\n')}`)
    reference ??= answers
  }
  say('All servers give the same answers.')
}

/** Each round starts each server on a fresh copy, the next round beginning with the next server. */
async function measureRounds(seeded: ReadonlyMap<Contender, string>, first: LoadRequest): Promise<readonly Measure[]> {
  const measures = new Map<string, Measure & { readonly values: number[] }>()
  const note = (server: string, scenario: string, figures: { readonly [figure in Figure]?: number | undefined }) => {
    for (const [figure, value] of Object.entries(figures) as [Figure, number | undefined][]) {
      if (value === undefined) continue
      const key = `${server} ${scenario} ${figure}`
      const measure = measures.get(key) ?? { server, scenario, figure, values: [] }
      measure.values.push(value)
      measures.set(key, measure)
    }
  }
  for (let round = 0; round < rounds; round++) {
    const order = [...contenders.slice(round % contenders.length), ...contenders.slice(0, round % contenders.length)]
    for (const contender of order) {
      say(`Round ${round + 1} of ${rounds}: ${contender.name} …`)
      let written = 0
      const { place } = await withServers(
        contender,
        seeded.get(contender) ?? '',
        first,
        async (ports, start, servers) => {
          if (firstScenario) await loadAll(firstScenario, ports, SETTLING_SECONDS)
          await Promise.all(servers.map(waitUntilIdle))
          for (const scenario of scenarios) {
            const warm = await loadAll(scenario, ports, WARM_UP_SECONDS)
            const before = sumOf(servers.map(processorTimeOf))
            const { answers, perSecond, failures, p50, p99, bytes } = await loadAll(scenario, ports, seconds)
            const after = sumOf(servers.map(processorTimeOf))
            if (scenario.answer === 'written') written += warm.answers + answers
            if (failures > 0)
              throw new Error(
                `${contender.name}, ${scenario.name}: ${failures} requests failed; the figures would mean nothing.`,
              )
            if (answers === 0)
              throw new Error(
                `${contender.name}, ${scenario.name}: not one answer in ${seconds} seconds; the machine is too busy, or the server stands still.`,
              )
            const processor =
              before === undefined || after === undefined ? undefined : ((after - before) * 1_000_000) / answers
            note(contender.name, scenario.name, { rate: perSecond, p50, p99, bytes, processor })
          }
          note(contender.name, 'server', { start, memory: sumOf(servers.map(memoryOf)) })
        },
      )
      // The database knows of all transactions once their connections are closed.
      const undone = await places.undoneIn?.(place)
      if (undone !== undefined && written > 0) note(contender.name, 'server', { aborts: undone / written })
    }
  }
  const order = contenders.map((contender) => contender.name)
  return [...measures.values()].toSorted((one, other) => order.indexOf(one.server) - order.indexOf(other.server))
}

/** Starts all processes of a server, one after the other; `startedIn`: seconds of the first. */
async function withServers<T>(
  contender: Contender,
  seeded: string,
  { path, token }: LoadRequest,
  work: (ports: readonly number[], startedIn: number, servers: readonly ChildProcess[]) => Promise<T>,
): Promise<{ readonly result: T; readonly place: string }> {
  const place = await places.copyForRound(seeded)
  const servers: ChildProcess[] = []
  const ports: number[] = []
  const startedIn: number[] = []
  try {
    for (let left = contender.processes ?? 1; left > 0; left--) {
      const port = await findFreePort()
      const server = contender.start(place, port)
      servers.push(server)
      ports.push(port)
      startedIn.push(await waitForAnswer(server, port, path, token))
    }
    return { result: await work(ports, startedIn[0] ?? 0, servers), place }
  } finally {
    await Promise.all(servers.map(stop))
  }
}

/** Undefined where one is not known. */
function sumOf(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  )
}

async function measureLoadItself({ path, token }: LoadRequest): Promise<number> {
  const port = await findFreePort()
  const server = startNode([fileURLToPath(new URL('bare-server.ts', import.meta.url)), String(port)])
  try {
    await waitForAnswer(server, port, path, token)
    if (firstScenario === undefined) return 0
    await load(firstScenario, port, WARM_UP_SECONDS)
    return (await load(firstScenario, port, WARM_UP_SECONDS)).capacity
  } finally {
    await stop(server)
  }
}

function requireEnoughLoad(most: number, measures: readonly Measure[]): void {
  const rates = measures.filter(({ figure }) => figure === 'rate')
  const [fastest] = rates.toSorted((one, other) => Math.max(...other.values) - Math.max(...one.values))
  if (fastest === undefined) return
  const [alone, rate] = [most, Math.max(...fastest.values)].map((value) => Math.round(value).toLocaleString('en'))
  const both = `The load alone can make ${alone} requests/s; the fastest, ${fastest.server} at “${fastest.scenario}”, answered ${rate}.`
  if (most < LEAST_LOAD * Math.max(...fastest.values))
    throw new Error(
      `${both} Below ${LEAST_LOAD} times as much the load holds up the server, and the figures mean nothing. Try again when nothing else runs, and with wrk.`,
    )
  say(both)
}

function compareWithKept(measures: readonly Measure[], machine: string): void {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
  const run = { version, date: new Date().toISOString().slice(0, 10), machine, tickets }
  const results = resultsOf(measures, { server: verbatim?.name ?? '', reference: yardstick }, run)
  const slower = findSlower(readResults(readFileSync(RESULTS, 'utf8')), results)
  if (slower.length > 0) say(`\nSlower by more than 5 % than the last kept run:\n${slower.join('\n')}`)
  if (options.keep) appendFileSync(RESULTS, printResults(results))
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
