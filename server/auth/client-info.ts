// Declares where a request comes from: the client's address, user agent, and whether it is on this machine.

export interface ClientInfo {
  /** The address that the connection comes from. */
  readonly address: string | undefined
  /** How the program named itself (`User-Agent`). */
  readonly userAgent: string | undefined
  /** Whether the client is on this machine, with no proxy or tunnel in between. */
  readonly isLocal: boolean
}
