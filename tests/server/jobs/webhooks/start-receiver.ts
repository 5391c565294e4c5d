// Starts a receiver of webhooks: it keeps what it gets, and answers as the test says.
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

export interface Receiver {
  readonly port: number
  /** The address at which the receiver listens, without a path. */
  readonly base: string
  readonly received: Received[]
  answer: Answer
  /** Methods and addresses of what it got, in order. */
  paths(): readonly string[]
  stop(): Promise<void>
}

export const take: Answer = (_, response) => void response.writeHead(204).end()

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      void receiver.answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    port,
    base: `http://127.0.0.1:${port}`,
    received,
    answer: take,
    paths: () => received.map(({ method, url }) => `${method} ${url}`),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
