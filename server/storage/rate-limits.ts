// Declares what counts attempts within windows of time.
export interface RateLimit {
  readonly count: number
  readonly milliseconds: number
}

/**
 * The first word of a key names its kind; keys that callers make up are to be bounded in length. One of a
 * database rejects as the storage does; what changes a count only never fails. It is asked outside of commands, which may run more
 * than once.
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
