// Declares where a request comes from: the client's address and user agent.

export interface ClientInfo {
  /** The address that the connection comes from. */
  readonly address: string | undefined
  /** How the program named itself (`User-Agent`). */
  readonly userAgent: string | undefined
}
