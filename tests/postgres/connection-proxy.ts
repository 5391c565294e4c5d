// Stands between applications and PostgreSQL: cuts connections at a statement, before or after the server ran it, and changes the server.
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface ConnectionProxy {
  /** The address of the database through the proxy, for this process and others. */
  readonly url: string
  /** How many statements were sent so far, over all connections. */
  readonly statements: number
  /**
   * Cuts the connection over which the first statement is sent that `fits`. `before`: the server never gets it. `after`: the
   * server has begun to answer, and the answer never arrives: of a COMMIT, it is kept. Resolves with the statement once it is cut.
   */
  cut(when: 'before' | 'after', fits: (statement: string) => boolean): Promise<string>
  /** Breaks all connections. New ones lead to the database of this address, or are refused as long as there is none. */
  leadTo(url: string | undefined): void
  /** Lets nothing through, while all connections stay open and new ones are taken, as where the machine behind has vanished; or lets through again. */
  hold(isHeld: boolean): void
  /**
   * Lets nothing through any more, or only nothing over this connection, once the server was sent the first statement that `fits`:
   * it is run, and its answer never arrives. Resolves with the statement.
   */
  holdAt(what: 'all' | 'connection', fits: (statement: string) => boolean): Promise<string>
  close(): Promise<void>
}

interface Hold {
  readonly what: 'all' | 'connection'
  readonly fits: (statement: string) => boolean
  readonly done: (statement: string) => void
}

interface Cut {
  readonly when: 'before' | 'after'
  readonly fits: (statement: string) => boolean
  readonly done: (statement: string) => void
}

/** `url`: of a database, on a socket in a directory or at a port. */
export async function startConnectionProxy(url: string): Promise<ConnectionProxy> {
  const open = new Set<Socket>()
  const cuts: Cut[] = []
  const holds: Hold[] = []
  let target: string | undefined = url
  let statements = 0
  let isHeld = false

  function connect(client: Socket): void {
    if (target === undefined) return void client.destroy()
    const server = createConnection(placeOf(target))
    const breakOff = (): void => void [client, server].map((socket) => socket.destroy())
    for (const socket of [client, server]) {
      open.add(socket)
      if (isHeld) socket.pause()
      socket.on('error', breakOff)
      socket.on('close', () => {
        open.delete(socket)
        breakOff()
      })
    }
    let whenAnswered: (() => void) | undefined
    const readStatement = createStatementReader()
    client.on(
      'data',
      splitMessages((type, message) => {
        if (client.destroyed) return
        const statement = readStatement(type, message)
        if (statement !== undefined) {
          statements += 1
          const at = cuts.findIndex(({ fits }) => fits(statement))
          const [cut] = at === -1 ? [] : cuts.splice(at, 1)
          const end = (): void => {
            breakOff()
            cut?.done(statement)
          }
          if (cut?.when === 'before') return end()
          if (cut?.when === 'after') whenAnswered = end
        }
        server.write(message)
        const at = statement === undefined ? -1 : holds.findIndex(({ fits }) => fits(statement))
        const [held] = at === -1 ? [] : holds.splice(at, 1)
        if (held === undefined || statement === undefined) return
        if (held.what === 'all') hold(true)
        else for (const socket of [client, server]) socket.pause()
        held.done(statement)
      }),
    )
    server.on('data', (bytes) => {
      if (whenAnswered === undefined) client.write(bytes)
      else whenAnswered()
    })
  }

  function hold(holdsAll: boolean): void {
    isHeld = holdsAll
    for (const socket of open)
      if (isHeld) socket.pause()
      else socket.resume()
  }

  const listening = createServer(connect)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.search = ''
  through.hostname = '127.0.0.1'
  through.port = String((listening.address() as AddressInfo).port)
  const breakAll = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: String(through),
    get statements() {
      return statements
    },
    cut: (when, fits) => new Promise((done) => void cuts.push({ when, fits, done })),
    leadTo(next) {
      target = next
      breakAll()
    },
    hold,
    holdAt: (what, fits) => new Promise((done) => void holds.push({ what, fits, done })),
    close() {
      breakAll()
      return new Promise((resolve) => void listening.close(() => resolve()))
    },
  }
}

function placeOf(url: string): { readonly path: string } | { readonly host: string; readonly port: number } {
  const { hostname, port, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const number = searchParams.get('port') ?? (port || '5432')
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: Number(number) }
}

/** The first message of a connection has no type. https://www.postgresql.org/docs/current/protocol-message-formats.html */
function splitMessages(read: (type: string, message: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  let typeLength = 0
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= typeLength + 4) {
      const length = typeLength + rest.readInt32BE(typeLength)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      const type = typeLength === 0 ? '' : String.fromCharCode(message.readUInt8())
      typeLength = 1
      read(type, message)
    }
  }
}

/** Gives the text of each statement that is to be run: a simple query, or what is bound of those that were parsed. */
function createStatementReader(): (type: string, message: Buffer) => string | undefined {
  const parsed = new Map<string, string>()
  return (type, message) => {
    const [first = '', second = ''] = 'QPB'.includes(type) ? message.toString('utf8', 5).split('\0', 2) : []
    if (type === 'Q') return first
    if (type === 'P') parsed.set(first, second)
    return type === 'B' ? parsed.get(second) : undefined
  }
}
