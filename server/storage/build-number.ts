// Compares builds by what they make in a database that they share: the older leaves what the newer has made.

const UNICODE = process.versions['unicode'] ?? ''

/** Gives what is noted beside what this build makes: its number, which rises with each change, and the Unicode that it knows. */
export function buildNumber(number: number): string {
  return `${number} ${UNICODE}`
}

/** Whether what is there is of a later number, or made with a later Unicode. `noted`: may go on after that. */
export function isOfNewerBuild(noted: string | undefined, number: number): boolean {
  const [, found, unicode = ''] = /^(\d+) (\S+)/.exec(noted ?? '') ?? []
  if (found === undefined) return false
  if (Number(found) !== number) return Number(found) > number
  return unicode.localeCompare(UNICODE, 'en', { numeric: true }) > 0
}
