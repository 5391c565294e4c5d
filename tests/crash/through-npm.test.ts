// `npm start` ends with its server, whichever way it is ended: port and data are free for the next start.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { lockDirectory } from '../../server/storage/sqlite/directory/directory-lock.ts'
import { freePort, makeDirectory, notes } from './server-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LONGEST = 10_000

/** Windows has no signals. A terminal sends its signals to the whole group of processes. */
describe.skipIf(process.platform === 'win32')('a server that npm started', () => {
  const ends: (() => void)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  test('finishes the request that is under way, and ends within ten seconds after SIGTERM to npm', async () => {
    const started = await startThroughNpm()
    const slow = await sendHalf(started.port)
    process.kill(started.id, 'SIGTERM')
    await sleep(1_000)
    slow.sendRest()
    expect(await slow.answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    await expectGone(started)
  })

  test.each([
    { name: 'Ctrl+C', signal: 'SIGINT' },
    { name: 'its terminal was closed', signal: 'SIGHUP' },
  ] as const)('ends within ten seconds after $name', async ({ signal }) => {
    const started = await startThroughNpm()
    process.kill(-started.id, signal)
    await expectGone(started)
  })

  test.runIf(process.platform === 'linux')('ends within ten seconds after npm was killed', async () => {
    const started = await startThroughNpm()
    process.kill(started.id, 'SIGKILL')
    await expectGone(started)
  })

  interface Started {
    /** Process id of npm, and id of the process group that its children are in. */
    readonly id: number
    readonly port: number
    readonly data: string
    readonly npm: ChildProcess
  }

  async function startThroughNpm(): Promise<Started> {
    const place = makeDirectory(notes)
    const port = await freePort()
    const words = ['start', '--', place.file, '--data', place.data, '--port', String(port)]
    // A group of its own stands for the terminal's.
    const npm = spawn('npm', words, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const id = npm.pid ?? Number.NaN
    ends.push(() => {
      if (hasGroup(id)) process.kill(-id, 'SIGKILL')
      place.remove()
    })
    let output = ''
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const until = Date.now() + 25_000
    while (!(await answers(port))) {
      if (npm.exitCode !== null || Date.now() > until) throw new Error(`npm start does not serve:\n${output}`)
      await sleep(50)
    }
    return { id, port, data: place.data, npm }
  }

  async function expectGone({ id, port, data, npm }: Started): Promise<void> {
    const until = Date.now() + LONGEST
    while (Date.now() < until && (hasGroup(id) || (npm.exitCode === null && npm.signalCode === null))) await sleep(50)
    expect(hasGroup(id), 'a process is left').toBe(false)
    const server = createServer().listen(port, 'localhost')
    await once(server, 'listening')
    server.close()
    lockDirectory(data).release()
  }
})

function hasGroup(id: number): boolean {
  try {
    return process.kill(-id, 0)
  } catch {
    return false
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://localhost:${port}/api/health/ready`)
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

/** Sends the head of a request, and its body when it is asked to. */
async function sendHalf(port: number): Promise<{ sendRest(): void; readonly answer: Promise<string> }> {
  const socket = connect(port, 'localhost')
  await once(socket, 'connect')
  const head = [
    'POST /api/auth/sign-in HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    'content-length: 2',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const answer = once(socket, 'close').then(() => text)
  return { sendRest: () => socket.write('{}'), answer }
}
