// Declares how long a request may take: to send its body, and to be answered.

/** In milliseconds. */
export interface TimeLimits {
  /** Until the body is there. */
  readonly body: number
  /** From then on: until the response is made, or, where it streams, until its last byte has left. */
  readonly response: number
}

/** Of every route that declares no others. */
export const TIME_LIMITS: TimeLimits = { body: 30_000, response: 60_000 }
