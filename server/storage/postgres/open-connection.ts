// Gives access to what the driver does not declare of its clients.
import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/** A connection, by which the driver sends its messages. */
export interface WireConnection {
  readonly stream: Socket
  parse(statement: { readonly text: string; readonly name: string | undefined }): void
  bind(portal: { readonly statement: string | undefined; readonly values: readonly unknown[] }): void
  describe(what: { readonly type: 'P' | 'S' }): void
  execute(portal: { readonly rows: number } | undefined): void
  close(what: { readonly type: 'P' | 'S'; readonly name: string }): void
  sync(): void
}

/** The client of a pool, with what the driver does not declare of it. */
export interface OpenConnection {
  /** True: neither is it being made nor a statement under way. */
  readonly readyForQuery?: boolean
  /** Null: it is being made. */
  readonly processID: number | null
  readonly connection: { readonly stream: Socket }
}

export const connectionOf = (client: ClientBase): OpenConnection => client as unknown as OpenConnection

/** Sends all statements that `send` gives to the client in one piece: each piece wakes the server, which takes as long as many a statement. */
export function sendTogether<T>(client: ClientBase, send: () => T): T {
  const { stream } = connectionOf(client).connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}
