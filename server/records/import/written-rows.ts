// Keeps which record each line of an import has created or changed.

export interface WrittenRows {
  lineOf(id: string): number | undefined
  idOf(line: number): string | undefined
  add(line: number, id: string): void
  /** Those that were added to these, and not to the ones below. */
  readonly own: readonly (readonly [line: number, id: string])[]
}

/** `below`: what was kept before. A command may run more than once: what it adds is its own until it is committed. */
export function makeWrittenRows(below?: WrittenRows): WrittenRows {
  const lines = new Map<string, number>()
  const ids = new Map<number, string>()
  return {
    lineOf: (id) => lines.get(id) ?? below?.lineOf(id),
    idOf: (line) => ids.get(line) ?? below?.idOf(line),
    add(line, id) {
      lines.set(id, line)
      ids.set(line, id)
    },
    get own() {
      return [...ids]
    },
  }
}
