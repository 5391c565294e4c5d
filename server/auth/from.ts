// Where a request comes from, as far as accounts care.

export interface From {
  /** The address that the connection comes from. */
  readonly address: string | undefined
  /** How the program named itself (`User-Agent`). */
  readonly client: string | undefined
}
