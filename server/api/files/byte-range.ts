// Reads a Range header (RFC 9110): one range of bytes.

export interface ByteRange {
  readonly start: number
  /** Included. */
  readonly end: number
}

/** Undefined: the whole is sent, also where several ranges, or something else, are asked for. */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '')
    return to === '0' || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const start = Number(from)
  if (start >= size) return 'unsatisfiable'
  if (to !== '' && Number(to) < start) return undefined
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
