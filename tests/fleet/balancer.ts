// A balancer in front of several processes, as an owner puts one there: requests go round, past processes that are away or not ready.
import { createHash } from 'node:crypto'
import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  readonly url: string
  readonly server: Server
  /** How many requests each process was given, in the order of the ports. */
  readonly given: readonly number[]
  close(): Promise<void>
}

/** Milliseconds between two looks at whether a process is ready. */
const LOOK = 100
/** Headers that belong to one connection: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding']
/** The header that names the place of the process that answered. */
export const ANSWERED_BY = 'x-answered-by'

/** Requests of one session go to one process there (`server/OPERATING.md`, Several machines). */
const OF_ONE_PROCESS = /^\/(?:studio\/try|api\/system\/(?:trial|verification))(?:[/?]|$)/
const SESSION_COOKIE = /(?:^|; )(?:__Host-)?session=([^;]*)/

/**
 * A request whose process is gone before it answers gets 502: it may have been done. `looks`: asks whether processes are ready.
 * `forwards`: tells processes the address of the client, which then is on another machine. `port`: where it listens; any, unless given.
 */
export async function startBalancer(
  ports: readonly number[],
  { looks = true, forwards = true, port = 0 } = {},
): Promise<Balancer> {
  // A busy machine must not send on a connection that its process is about to close for having been idle.
  const agent = new Agent({ keepAlive: true, maxSockets: 128, agentKeepAliveTimeoutBuffer: 30_000 })
  const isOut = ports.map(() => false)
  const given = ports.map(() => 0)
  let turn = 0

  function forward(from: IncomingMessage, body: Buffer, to: ServerResponse, refusals = 0): void {
    const at = refusals === 0 && OF_ONE_PROCESS.test(from.url ?? '') ? processOf(from) : nextReady()
    if (at === undefined || refusals > ports.length) {
      to.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' }).end('{"code":"no_process"}')
      return
    }
    given[at] = (given[at] ?? 0) + 1
    const addresses = [from.headers['x-forwarded-for'] ?? [], from.socket.remoteAddress ?? []].flat().join(', ')
    const told = forwards && { 'x-forwarded-for': addresses }
    const headers = { ...from.headers, ...told, 'content-length': String(body.length) }
    for (const name of OF_CONNECTION) Reflect.deleteProperty(headers, name)
    const { method, url: path } = from
    const sent = request({ host: 'localhost', port: ports[at], method, path, headers, agent }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.includes(name))
      to.writeHead(answer.statusCode ?? 502, { ...Object.fromEntries(kept), [ANSWERED_BY]: String(at) })
      answer.once('error', () => to.destroy())
      answer.pipe(to)
    })
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // A name may stand for several addresses, of each of which an error tells.
      const isRefused = error.code === 'ECONNREFUSED'
      if (isRefused) isOut[at] = true
      if (isRefused) forward(from, body, to, refusals + 1)
      else if (to.headersSent) to.destroy()
      else
        to.writeHead(502, { 'content-type': 'application/json' }).end(
          JSON.stringify({ code: 'gone', process: at, error: error.code }),
        )
    })
    sent.end(body)
  }

  function processOf({ headers: { cookie = '', authorization = '' } }: IncomingMessage): number | undefined {
    const session = SESSION_COOKIE.exec(cookie)?.[1] ?? authorization
    const at = createHash('sha256').update(session).digest().readUInt32BE() % ports.length
    return isOut[at] === false ? at : nextReady()
  }

  function nextReady(): number | undefined {
    for (let tries = 0; tries < ports.length; tries += 1) {
      turn = (turn + 1) % ports.length
      if (isOut[turn] === false) return turn
    }
    return undefined
  }

  function look(at: number): void {
    const asked = request({ host: 'localhost', port: ports[at], path: '/api/health/ready' }, (answer) => {
      isOut[at] = answer.statusCode !== 200
      answer.resume()
    })
    asked.once('error', () => (isOut[at] = true)).end()
  }

  const server = createServer((from, to) => {
    const parts: Buffer[] = []
    from.on('data', (part: Buffer) => parts.push(part)).once('end', () => forward(from, Buffer.concat(parts), to))
  })
  // Nor may a client send on one that the balancer closes: both are in one process, which may be late for either.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const looking = looks ? setInterval(() => ports.forEach((_, at) => look(at)), LOOK) : undefined
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    given,
    async close() {
      clearInterval(looking)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
    },
  }
}
