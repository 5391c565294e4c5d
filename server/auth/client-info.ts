// Declares where a request comes from: the client's address, user agent, and whether it is on this machine.

export interface ClientInfo {
  /** The address that the connection comes from. */
  readonly address: string | undefined
  /** How the program named itself (`User-Agent`). */
  readonly userAgent: string | undefined
  /** It is on this machine, and came through no proxy or tunnel. */
  readonly isLocal: boolean
}
