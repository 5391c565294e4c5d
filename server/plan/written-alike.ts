// Compares parts of two documents by what they say, wherever they stand.

/** Text that is the same for parts that say the same. */
export function writtenAlike(part: unknown): string {
  return JSON.stringify(part, (key, value: unknown) => {
    if (PLACES.has(key)) return undefined
    return value instanceof Map || value instanceof Set ? [...value] : value
  })
}

const PLACES: ReadonlySet<string> = new Set(['span', 'cite', 'cites', 'text'])
