// Declares the error of what an expression comes to and can't be held: it may not count as empty.

/** Ends the evaluation of an expression; a write is refused. Numbers never cause it, because they stay at a limit. */
export class TooLarge extends Error {
  /** The most that can be. */
  readonly most: number

  constructor(most: number) {
    super(`a list of dates has at most ${most} entries`)
    this.most = most
  }
}
