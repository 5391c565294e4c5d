// Starting, timing, weighing and stopping the servers; server and load each have a core of their own where the system can pin.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadResult } from './load.ts'
import type { Scenario } from './scenarios.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SERVER_CORE = 0
const LOAD_CORE = 1
const CONNECTIONS = 32
/** Clock ticks per second in /proc, the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

const canPin = process.platform === 'linux' && availableParallelism() > 1 && runs('taskset', ['--version'])
const hasWrk = runs('wrk', ['--version'])
const workspace = mkdtempSync(join(tmpdir(), 'verbatim-bench-'))
process.once('exit', () => rmSync(workspace, { recursive: true, force: true }))

/** How this run was made, for the report. */
export function describeMachine(): string {
  const [processor] = cpus()
  const pinning = canPin ? 'server and load on separate cores' : 'not pinned to cores'
  return `${processor?.model ?? 'unknown processor'}, Node ${process.versions.node}, ${hasWrk ? 'wrk' : 'own load generator'}, ${CONNECTIONS} connections, ${pinning}`
}

/**
 * A server: Node with these arguments, on the servers' core, or on any if it is one of `several` processes that answer
 * together. What it prints to its error output is shown.
 */
export function startNode(
  args: readonly string[],
  environment: { readonly [name: string]: string } = {},
  several = false,
): ChildProcess {
  const line = [process.execPath, ...args]
  const [command = '', ...rest] = several ? line : pinned(SERVER_CORE, line)
  return spawn(command, rest, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  })
}

/** The product, with the options of Node that `npm start` gives it. */
export function startProduct(
  args: readonly string[],
  environment?: { readonly [name: string]: string },
  several?: boolean,
): ChildProcess {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const [, ...words] = scripts.start.split(' ')
  return startNode(
    [...words.map((word) => (/\.[jt]s$/.test(word) ? join(root, word) : word)), ...args],
    environment,
    several,
  )
}

/** Runs a script to its end on the servers' core, and gives back what it printed. */
export async function runNode(args: readonly string[]): Promise<string> {
  return (await runPinned(SERVER_CORE, [process.execPath, ...args])).output
}

/** Seconds until the path answers 200; ends the run with a sentence when it does not within a minute. */
export async function waitForAnswer(
  server: ChildProcess,
  port: number,
  path: string,
  token: string,
  scheme = 'Bearer',
): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < 60_000) {
    if (server.exitCode !== null)
      throw new Error(`The server ended with code ${server.exitCode} before its first answer.`)
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: `${scheme} ${token}` },
      })
      await answer.arrayBuffer()
      if (answer.status === 200) return (performance.now() - startedAt) / 1_000
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`No answer from ${path} within a minute.`)
}

export async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  const impatience = setTimeout(() => server.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(impatience)
}

/** Seconds of processor time that a process has used, all its threads together; undefined where the system does not tell. */
export function processorTimeOf(server: ChildProcess): number | undefined {
  if (process.platform !== 'linux' || !existsSync(`/proc/${server.pid}/stat`)) return undefined
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/**
 * Waits until a server does nothing by itself: what it does after its start, as looking through the file of its data, is
 * no part of a request. Ends the run with a sentence when it is busy for minutes.
 */
export async function waitUntilIdle(server: ChildProcess): Promise<void> {
  const startedAt = performance.now()
  let used = processorTimeOf(server)
  while (used !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const now = processorTimeOf(server)
    if (now === undefined || now - used < 0.05) return
    used = now
    if (performance.now() - startedAt > 300_000) throw new Error('A server is busy without requests for five minutes.')
  }
}

/** Resident memory of a process in megabytes. */
export function memoryOf(server: ChildProcess): number {
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024
  }
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(server.pid)], { encoding: 'utf8' }).stdout) / 1_024
}

/** Result of a load, with what its own processor time allows. */
export interface MeasuredLoad extends LoadResult {
  /** Requests a second that the load makes of a server that takes no time, from the processor time that its own took. */
  readonly capacity: number
}

export async function load(
  scenario: Scenario,
  port: number,
  seconds: number,
  connections = CONNECTIONS,
): Promise<MeasuredLoad> {
  const { output, processor } = hasWrk
    ? await loadByWrk(scenario, port, seconds, connections)
    : await loadByNode(scenario, port, seconds, connections)
  const result = JSON.parse(output.trim().split('\n').at(-1) ?? '') as LoadResult
  return { ...result, capacity: processor === undefined ? result.perSecond : result.answers / processor }
}

/** Loads several servers at once, each with its share of the connections. */
export async function loadAll(scenario: Scenario, ports: readonly number[], seconds: number): Promise<MeasuredLoad> {
  const share = Math.ceil(CONNECTIONS / ports.length)
  const loads = await Promise.all(ports.map((port) => load(scenario, port, seconds, share)))
  const sum = (figure: (each: MeasuredLoad) => number): number => loads.reduce((all, each) => all + figure(each), 0)
  const answers = sum((each) => each.answers)
  const mean = (figure: (each: MeasuredLoad) => number): number =>
    answers === 0 ? 0 : sum((each) => figure(each) * each.answers) / answers
  return {
    answers,
    perSecond: sum((each) => each.perSecond),
    failures: sum((each) => each.failures),
    p50: mean((each) => each.p50),
    p99: Math.max(...loads.map((each) => each.p99)),
    bytes: mean((each) => each.bytes),
    capacity: sum((each) => each.capacity),
  }
}

function loadByNode(scenario: Scenario, port: number, seconds: number, connections: number): Promise<PinnedRun> {
  const file = join(workspace, `scenario-${port}.json`)
  writeFileSync(file, JSON.stringify(scenario))
  const script = fileURLToPath(new URL('load.ts', import.meta.url))
  return runPinned(LOAD_CORE, [process.execPath, script, String(port), String(seconds), String(connections), file])
}

function loadByWrk(scenario: Scenario, port: number, seconds: number, connections: number): Promise<PinnedRun> {
  const file = join(workspace, `requests-${port}.txt`)
  const lines = scenario.requests.flatMap(({ method, path, token, body }) => [method, path, token, body ?? ''])
  writeFileSync(file, `${lines.join('\n')}\n`)
  const script = fileURLToPath(new URL('load.lua', import.meta.url))
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script]
  return runPinned(LOAD_CORE, ['wrk', ...options, `http://127.0.0.1:${port}`], {
    BENCH_REQUESTS: file,
    BENCH_SCHEME: scenario.scheme ?? 'Bearer',
    BENCH_FIRST: String(Date.now() % 1_000_000_000),
  })
}

export async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

interface PinnedRun {
  readonly output: string
  /** Seconds of processor time; undefined where the system does not tell. */
  readonly processor: number | undefined
}

/** Milliseconds between looks at the processor time of a process, which nobody tells any more once it has ended. */
const LOOK_MILLISECONDS = 20

function runPinned(
  core: number,
  line: readonly string[],
  environment: { readonly [name: string]: string } = {},
): Promise<PinnedRun> {
  const [command = '', ...args] = pinned(core, line)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...environment },
    })
    let output = ''
    let processor: number | undefined
    const looking = setInterval(() => {
      if (child.exitCode === null) processor = processorTimeOf(child) ?? processor
    }, LOOK_MILLISECONDS)
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => {
      clearInterval(looking)
      reject(error)
    })
    child.on('close', (code) => {
      clearInterval(looking)
      if (code === 0) resolve({ output, processor })
      else reject(new Error(`${command} ended with ${code}: ${output}`))
    })
  })
}

function pinned(core: number, line: readonly string[]): readonly string[] {
  return canPin ? ['taskset', '-c', String(core), ...line] : line
}

function runs(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).error === undefined
}
