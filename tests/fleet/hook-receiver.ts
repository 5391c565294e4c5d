// Receives webhooks, and remembers the order in which they came.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Hook {
  /** Path of the address. */
  readonly path: string
  /** Identifies a webhook, also when it is sent again. */
  readonly id: string
  /** The number in its body. */
  readonly n: number
}

export interface HookReceiver {
  readonly url: string
  readonly received: readonly Hook[]
  close(): void
}

export async function startHookReceiver(): Promise<HookReceiver> {
  const received: Hook[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.once('end', () => {
      const { n } = JSON.parse(text) as { readonly n: number }
      received.push({ path: request.url ?? '', id: String(request.headers['webhook-id']), n })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
