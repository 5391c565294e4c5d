// Letters to people: what sends them is put in when the application is put together.

export interface Letter {
  /** One address. */
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface Mail {
  /** Returns at once; what could not be sent is noted in the log, without the letter. Only after the commit of what it tells. */
  send(letter: Letter): void
}
