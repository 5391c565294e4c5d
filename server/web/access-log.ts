// Logs every request at level info: its route, how it ended and how long it took, and no values.

/** Part of a logger that is used here. */
export interface InfoLog {
  info(fields: object, message: string): void
  /** Absent: everything is logged. */
  isLevelEnabled?(level: 'info'): boolean
}

export interface RequestEnd {
  readonly method: string
  /** Route as documents and this program write it, with a name for each value: `/api/tickets/:id`. */
  readonly route: string
  readonly status: number
  /** Milliseconds of a clock that only goes forward. */
  readonly startedAt: number
  /** Id of the person who is signed in. */
  readonly person: string | null
  readonly request: string
}

/** The route of a path at which nothing stands. */
export const NO_ROUTE = '(none)'

/** `end` is asked only where the log takes it: routes are looked up for nothing else. */
export function logAccess(log: InfoLog, end: () => RequestEnd): void {
  if (log.isLevelEnabled?.('info') === false) return
  const { startedAt, ...fields } = end()
  const duration = Math.round((performance.now() - startedAt) * 10) / 10
  log.info({ ...fields, duration }, 'request')
}
