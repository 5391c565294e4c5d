// Tells whether a request prefers an answer at once, and its work in the background (RFC 7240).

/** `Prefer: respond-async, wait=10` */
export function prefersAsync(header: string | readonly string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((each) => each.trim().toLowerCase() === 'respond-async')
}
