// The real process, as a user starts it: `node server/dist/main.js FILE --data DIR --port N`.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Notes that everybody who signed up may write; enough requests for 32 busy writers. */
export const notes = `# Specification: Notes

## 1. What the product does and for whom

Keeps notes.

## 2. Screens and routes

not shown.

## 3. Entities and their fields

### Note

| field | type | required |
|---|---|---|
| text | text | yes |
| writer | Person | yes |
| round | integer | yes |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

- sign-up: open, as Writer

| role | is | includes |
|---|---|---|
| Writer | somebody who writes | |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Writer | Note | everything | | all |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

| name | value | meaning |
|---|---|---|
| requests | 10,000,000 per minute | |
`

export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** All that it said so far. */
  output(): string
  /** Sends the signal and waits for the end: exit code, or the signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

export interface Ended {
  readonly code: number | NodeJS.Signals
  readonly output: string
}

/** A directory of its own with the document in it. */
export function makeDirectory(document: string): {
  readonly file: string
  readonly data: string
  readonly directory: string
  remove(): void
} {
  const directory = mkdtempSync(join(tmpdir(), 'verbatim-crash-'))
  const file = join(directory, 'document.md')
  writeFileSync(file, document)
  return {
    directory,
    file,
    data: join(directory, 'data'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** Milliseconds after which a process hangs, however much else the machine has to do. */
const PATIENCE = 180_000

/** Resolves when it answers that it is ready, or alive where that is asked for; rejects with its output if it ends before. `from`: the folder of its build. */
export async function startServer(
  args: readonly string[],
  port: number,
  health: 'ready' | 'live' = 'ready',
  environment: Readonly<Record<string, string>> = {},
  from = root,
): Promise<ServerProcess> {
  const giveUp = AbortSignal.timeout(PATIENCE)
  const server = spawnServer([...args, '--port', String(port)], environment, from)
  const url = `http://localhost:${port}`
  while (!(await isWell(`${url}/api/health/${health}`))) {
    if (server.child.exitCode !== null)
      throw new Error(`The server ended with ${server.child.exitCode}:\n${server.output()}`)
    if (giveUp.aborted) throw new Error(`The server does not get ready:\n${server.output()}`)
    await sleep(15)
  }
  return { ...server, url }
}

/** Runs a server whose start must fail, and waits for its end. */
export async function runServer(args: readonly string[]): Promise<Ended> {
  const server = spawnServer(args)
  const impatience = setTimeout(() => server.child.kill('SIGKILL'), PATIENCE)
  const code = await server.ended
  clearTimeout(impatience)
  return { code, output: server.output() }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function spawnServer(args: readonly string[], environment: Readonly<Record<string, string>> = {}, from = root) {
  const child = spawn(process.execPath, ['server/dist/main.js', ...args], {
    cwd: from,
    env: { ...process.env, NODE_ENV: 'production', BUDGET_FACTOR: '0', ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  return {
    child,
    ended,
    output: () => output,
    end(signal: NodeJS.Signals) {
      child.kill(signal)
      return ended
    },
  }
}

async function isWell(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url)
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
