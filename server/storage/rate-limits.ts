// Declares what counts attempts within windows of time.
export interface RateLimit {
  readonly count: number
  readonly milliseconds: number
}

/**
 * Counts attempts by key. The first word of a key names its kind; a key that a caller makes up has to be bounded in length. A limiter
 * that counts in a database rejects as the storage does, but `giveBack` and `forget` bear that it is busy. It is called outside of
 * commands, which may run more than once.
 */
export interface RateLimiter {
  /** Counts one more; when the rate is used up, the seconds until there is room again. */
  count(key: string, rate: RateLimit): Promise<number | undefined>
  /** Takes one back: it was no failure. */
  giveBack(key: string): Promise<void>
  /** Is the rate used up? Counts nothing. */
  exceeded(key: string, rate: RateLimit): Promise<number | undefined>
  forget(key: string): Promise<void>
}
