// Says when a job that failed is tried again: after growing pauses (back-off), with jitter.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses in milliseconds, one after each failed try. After the last one the job is given up. */
export const RETRY_PAUSES = {
  /** A mail server may be away for two days. */
  mail: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR],
  /** A receiver may be away for a day. */
  webhook: [
    ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
    ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR],
  ],
  /** After a fault of the program. */
  fault: [5 * SECOND, 60 * SECOND, 600 * SECOND, 3_600 * SECOND],
} as const

/** Milliseconds until the next try; undefined: there is none. `random` gives a share from 0 to 1. */
export function retryPause(
  reason: keyof typeof RETRY_PAUSES,
  tries: number,
  random: (() => number) | undefined,
): number | undefined {
  const pause = RETRY_PAUSES[reason][tries - 1]
  return pause === undefined ? undefined : withJitter(pause, random?.() ?? 0)
}

/** So that what failed together is not tried together: up to a fifth later. `share`: from 0 to 1. */
export function withJitter(milliseconds: number, share: number): number {
  return Math.round(milliseconds * (1 + share / 5))
}
