// `npm run bench`: measures Verbatim beside hand-written servers, in alternating rounds, on the same data.
// --quick: one short round · --rounds N (3) · --seconds N (4) a scenario · --only SCENARIO,… · --fresh: seed anew · --json
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ceiling, type Contender, contenders, yardstick } from './contenders.ts'
import type { PolicyCost } from './policy-cost.ts'
import {
  describeMachine,
  findFreePort,
  load,
  memoryOf,
  processorTimeOf,
  runNode,
  startNode,
  stop,
  waitForAnswer,
} from './processes.ts'
import { type Measure, printCost, printReport, PROCESSOR } from './report.ts'
import { type Answers, collectAnswers, findDifferences } from './same-answers.ts'
import { makeScenarios, type Scenario } from './scenarios.ts'
import { copyForRound, ensureSeeded, removeRound } from './seeded.ts'
import { verbatim } from './verbatim.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
  },
})
const rounds = Number(options.rounds ?? (options.quick ? 1 : 3))
const seconds = Number(options.seconds ?? (options.quick ? 1 : 4))
const allScenarios = makeScenarios()
const only = options.only?.split(',')
const scenarios = allScenarios.filter((scenario) => only === undefined || only.includes(scenario.name))

/** After the start Verbatim reads its file through for damage, on a thread that shares the server's only core here. */
const SETTLING_SECONDS = options.quick ? 1 : 8
/** Until the code is compiled by the engine and the pages of the database are in memory. */
const WARM_UP_SECONDS = options.quick ? 1 : 2

/** A machine on which a bare server answers less often is busy with something else. */
const LEAST_LOAD = 5_000

try {
  await main()
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  removeRound()
}

async function main(): Promise<void> {
  say(describeMachine())
  const seeded = new Map<Contender, string>()
  for (const contender of contenders) {
    say(`Data for ${contender.name} …`)
    seeded.set(contender, await ensureSeeded(contender, options.fresh))
  }
  await requireSameAnswers(seeded)
  const most = await measureLoadItself()
  say(`The load alone, against a bare server: ${Math.round(most).toLocaleString('en')} requests/s`)
  if (most < LEAST_LOAD)
    throw new Error(
      `The load alone makes ${Math.round(most).toLocaleString('en')} requests/s; below ${LEAST_LOAD.toLocaleString('en')} the machine is too busy, or too small, for figures that mean something. Try again when nothing else runs.`,
    )
  const measures = await measureRounds(seeded)
  const cost = await measurePolicy(seeded.get(verbatim) ?? '')
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ machine: describeMachine(), rounds, seconds, load: most, measures, cost }, null, 2)}\n`,
    )
  } else {
    process.stdout.write(`\n${printReport(measures, [yardstick, ceiling])}\n\n${printCost(cost)}\n`)
  }
}

async function measurePolicy(seeded: string): Promise<PolicyCost> {
  say('The cost of authentication and policy …')
  const script = fileURLToPath(new URL('policy-cost.ts', import.meta.url))
  return JSON.parse(await runNode([script, copyForRound(seeded)])) as PolicyCost
}

async function requireSameAnswers(seeded: ReadonlyMap<Contender, string>): Promise<void> {
  let reference: Answers | undefined
  for (const [contender, directory] of seeded) {
    const answers = await withServer(contender, directory, (port) => collectAnswers(contender.name, port, allScenarios))
    const differences = reference === undefined ? [] : findDifferences(reference, answers, allScenarios)
    if (differences.length > 0) throw new Error(`The servers do not answer alike:\n${differences.join('\n')}`)
    reference ??= answers
  }
  say('All servers give the same answers.')
}

/** Each round starts each server on a fresh copy, the next round beginning with the next server. */
async function measureRounds(seeded: ReadonlyMap<Contender, string>): Promise<readonly Measure[]> {
  const values = new Map<
    string,
    { readonly server: string; readonly name: string; readonly values: number[]; p99: number }
  >()
  const note = (server: string, name: string, value: number, p99 = 0) => {
    const key = `${server} ${name}`
    const measure = values.get(key) ?? { server, name, values: [], p99: 0 }
    measure.values.push(value)
    measure.p99 = Math.max(measure.p99, p99)
    values.set(key, measure)
  }
  for (let round = 0; round < rounds; round++) {
    const order = [...contenders.slice(round % contenders.length), ...contenders.slice(0, round % contenders.length)]
    for (const contender of order) {
      say(`Round ${round + 1} of ${rounds}: ${contender.name} …`)
      await withServer(contender, seeded.get(contender) ?? '', async (port, started, server) => {
        await load(firstScenario(), port, SETTLING_SECONDS)
        for (const scenario of scenarios) {
          await load(scenario, port, WARM_UP_SECONDS)
          const before = processorTimeOf(server)
          const result = await load(scenario, port, seconds)
          const after = processorTimeOf(server)
          if (result.failures > 0)
            throw new Error(
              `${contender.name}, ${scenario.name}: ${result.failures} requests failed; the figures would mean nothing.`,
            )
          if (result.answers === 0)
            throw new Error(
              `${contender.name}, ${scenario.name}: not one answer in ${seconds} seconds; the machine is too busy, or the server stands still.`,
            )
          note(contender.name, scenario.name, result.perSecond, result.p99)
          if (before !== undefined && after !== undefined)
            note(contender.name, `${scenario.name}${PROCESSOR}`, ((after - before) * 1_000_000) / result.answers)
        }
        note(contender.name, 'start', started)
        note(contender.name, 'memory', memoryOf(server))
      })
    }
  }
  const order = contenders.map((contender) => contender.name)
  return [...values.values()].toSorted((first, second) => order.indexOf(first.server) - order.indexOf(second.server))
}

async function withServer<T>(
  contender: Contender,
  seeded: string,
  work: (port: number, startedIn: number, server: ChildProcess) => Promise<T>,
): Promise<T> {
  const directory = copyForRound(seeded)
  const port = await findFreePort()
  const server = contender.start(directory, port)
  try {
    const startedIn = await waitForAnswer(server, port, firstPath(), firstScenario().token)
    return await work(port, startedIn, server)
  } finally {
    await stop(server)
  }
}

async function measureLoadItself(): Promise<number> {
  const port = await findFreePort()
  const server = startNode([fileURLToPath(new URL('bare-server.ts', import.meta.url)), String(port)])
  try {
    await waitForAnswer(server, port, firstPath(), firstScenario().token)
    const { perSecond } = await load(firstScenario(), port, 1)
    return perSecond
  } finally {
    await stop(server)
  }
}

function firstScenario(): Scenario {
  const [scenario] = allScenarios
  if (scenario === undefined) throw new Error('there is nothing to measure')
  return scenario
}

function firstPath(): string {
  return firstScenario().requests[0]?.path ?? '/'
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
