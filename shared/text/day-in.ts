// Writes the day of a moment as dates are written in documents.

/** "2026-11-22" by the clocks of the machine. */
export function dayIn(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
