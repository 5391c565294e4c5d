// The load: keeps a number of connections busy with one request each, for some seconds, and prints what came back as JSON.
// Run as `node load.ts PORT SECONDS CONNECTIONS SCENARIO.json`, in a process of its own. Speaks HTTP/1.1 on bare sockets.
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Scenario } from './scenarios.ts'

export interface LoadResult {
  readonly answers: number
  readonly perSecond: number
  /** Answers that were not 2xx, and connections that broke. */
  readonly failures: number
  /** Milliseconds within which half of the answers came, and 99 of 100. */
  readonly p50: number
  readonly p99: number
  /** Bytes of an answer, head and body, on average. */
  readonly bytes: number
}

const [port = '', seconds = '', connections = '', file = ''] = process.argv.slice(2)
const scenario = JSON.parse(readFileSync(file, 'utf8')) as Scenario
const heads = scenario.requests.map(
  ({ method, path, token }) =>
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${scenario.scheme ?? 'Bearer'} ${token}\r\nAccept: application/json\r\n`,
)
const fixed = scenario.requests.map((request, at) =>
  request.body === undefined ? Buffer.from(`${heads[at]}\r\n`) : undefined,
)

const startedAt = performance.now()
const endsAt = startedAt + Number(seconds) * 1_000
const times: number[] = []
/** Begins elsewhere in each run, so that no update repeats an earlier one. */
let sent = Date.now() % 1_000_000_000
let failures = 0
let alive = 0
let bytes = 0

for (let at = 0; at < Number(connections); at++) openConnection()

function openConnection(): void {
  const socket = connect(Number(port), '127.0.0.1')
  let askedAt = 0
  let expected = -1
  let received = 0
  let pending: Buffer | undefined
  const ask = () => {
    askedAt = performance.now()
    expected = -1
    received = 0
    pending = undefined
    sendNext(socket)
  }
  const finish = (status: number) => {
    const now = performance.now()
    times.push(now - askedAt)
    if (status < 200 || status > 299) failures++
    if (now < endsAt) ask()
    else socket.end()
  }
  let status = 0
  alive++
  socket.setNoDelay(true)
  socket.on('connect', ask)
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (expected >= 0) {
      received += chunk.length
    } else {
      const bytes = pending === undefined ? chunk : Buffer.concat([pending, chunk])
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) {
        pending = bytes
        return
      }
      const head = bytes.toString('latin1', 0, end)
      status = Number(head.slice(9, 12))
      expected = bodyLength(head, bytes, end + 4)
      if (expected < 0) {
        pending = bytes
        return
      }
      received = bytes.length - end - 4
    }
    if (received >= expected) finish(status)
  })
  socket.on('error', () => failures++)
  socket.on('close', () => {
    alive--
    if (performance.now() < endsAt) failures++
    if (alive === 0) report()
  })
}

/** Length of the body that follows; -1: it is chunked and its last chunk has not come yet. */
function bodyLength(head: string, bytes: Buffer, start: number): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)
  if (length !== null) return Number(length[1])
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return 0
  return bytes.indexOf('0\r\n\r\n', Math.max(start, bytes.length - 5)) < 0 ? -1 : bytes.length - start
}

function sendNext(socket: Socket): void {
  const at = sent++ % scenario.requests.length
  const ready = fixed[at]
  if (ready !== undefined) {
    socket.write(ready)
    return
  }
  const body = (scenario.requests[at]?.body ?? '').replace('{n}', String(sent))
  socket.write(
    `${heads[at]}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

function report(): void {
  const elapsed = (performance.now() - startedAt) / 1_000
  times.sort((first, second) => first - second)
  const result: LoadResult = {
    answers: times.length,
    perSecond: times.length / elapsed,
    failures,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    bytes: bytes / times.length,
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
