// Says whether something lasts from one midnight to another, so that a calendar shows it by days.

/** In the browser's zone. Without an end nothing lasts. */
export function isWholeDays(start: unknown, end: unknown): boolean {
  if (typeof start !== 'string' || typeof end !== 'string') return false
  return isMidnight(start) && isMidnight(end) && start < end
}

/** In the browser's zone. */
export function isMidnight(moment: string): boolean {
  const at = new Date(moment)
  return at.getHours() === 0 && at.getMinutes() === 0
}
