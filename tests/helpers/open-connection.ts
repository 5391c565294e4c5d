// Connections that stay open, for tests that send thousands of requests and measure each.
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from '../apps/start-app.ts'

export interface Sent {
  readonly status: number
  readonly retryAfter: string | undefined
  /** Names of the headers, in the order in which they came. */
  readonly headerNames: readonly string[]
  readonly text: string
  readonly milliseconds: number
}

/** `from`: the address of this machine that the connection comes from. */
export function openConnection(app: Pick<TestApp, 'server'>, from = '127.0.0.1') {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, localAddress: from })
  const { port } = app.server.address() as AddressInfo
  return {
    close: () => agent.destroy(),
    post: (path: string, body: object, headers: { readonly [name: string]: string } = {}) =>
      new Promise<Sent>((resolve, reject) => {
        const text = JSON.stringify(body)
        const started = performance.now()
        const call = request(
          {
            agent,
            host: '127.0.0.1',
            port,
            path,
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), ...headers },
          },
          (answer) => {
            let read = ''
            answer.setEncoding('utf8')
            answer.on('data', (chunk: string) => (read += chunk))
            answer.on('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                headerNames: answer.rawHeaders.filter((_, index) => index % 2 === 0),
                retryAfter: answer.headers['retry-after'],
                text: read,
                milliseconds: performance.now() - started,
              }),
            )
          },
        )
        call.on('error', reject)
        call.end(text)
      }),
  }
}
