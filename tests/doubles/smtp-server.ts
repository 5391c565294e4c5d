// A mail server that takes what it is given, as far as a test needs one.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface SmtpServer {
  readonly url: string
  /** Each mail as it came over the wire, with its recipients. */
  readonly received: { readonly recipients: readonly string[]; readonly data: string }[]
  close(): Promise<void>
}

export interface SmtpServerOptions {
  /** Every recipient is turned away with this code, and with the letter's own words in the answer. */
  readonly refuses?: number
  readonly port?: number
}

export async function startSmtpServer({ refuses, port = 0 }: SmtpServerOptions = {}): Promise<SmtpServer> {
  const received: SmtpServer['received'][number][] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let recipients: string[] = []
    let data: string | undefined
    let rest = ''
    const take = (line: string): void => {
      if (data !== undefined) {
        if (line !== '.') {
          data += `${line}\r\n`
          return
        }
        received.push({ recipients, data })
        data = undefined
        recipients = []
        socket.write('250 taken\r\n')
      } else if (/^(EHLO|HELO)/i.test(line)) socket.write('250-test\r\n250 8BITMIME\r\n')
      else if (/^RCPT/i.test(line)) {
        recipients.push(/<(.*)>/.exec(line)?.[1] ?? '')
        socket.write(refuses === undefined ? '250 ok\r\n' : `${refuses} no ${line}\r\n`)
      } else if (/^DATA/i.test(line)) {
        data = ''
        socket.write('354 go on\r\n')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    }
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${taken}`,
    received,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
