// Declares how long a request may take: to send its body, and to be answered.

/** Time limits of a request, in milliseconds. */
export interface TimeLimits {
  /** Until the body is there. */
  readonly body: number
  /**
   * Milliseconds from the end of the body until the response is ready or, if it streams, until its last byte is sent.
   */
  readonly response: number
}

/** Time limits of every route that declares no others. */
export const TIME_LIMITS: TimeLimits = { body: 30_000, response: 60_000 }
