// Passes on what a server answers, but lets the second half of a page's own data come late, as a slow network does.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SlowProxy {
  readonly url: string
  /** The rest of the pages comes now. */
  readonly goOn: () => void
  close(): Promise<void>
}

const DATA = 'id="specification">'

/** Cookies of the server hold here too: they know no port. */
export async function startSlowProxy(target: string): Promise<SlowProxy> {
  const { promise: rest, resolve: goOn } = Promise.withResolvers<void>()
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const passed = request(new URL(asked.url ?? '/', target), { method: asked.method, headers }, (received) => {
      const chunks: Buffer[] = []
      received.on('data', (chunk: Buffer) => chunks.push(chunk))
      received.on('end', () => void send(Buffer.concat(chunks)))
      const send = async (body: Buffer): Promise<void> => {
        answer.writeHead(received.statusCode ?? 502, received.headers)
        const at = body.indexOf(DATA)
        if (at < 0) return void answer.end(body)
        const half = Math.floor((at + body.length) / 2)
        answer.write(body.subarray(0, half))
        await rest
        answer.end(body.subarray(half))
      }
    })
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    goOn,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
