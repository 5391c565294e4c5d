// Keeps which record each line of an import has created or changed.

export interface WrittenRows {
  lineOf(id: string): number | undefined
  idOf(line: number): string | undefined
  add(line: number, id: string): void
  /** How many lines were added, and not taken back. */
  readonly count: number
  /** Takes back what was added since there were so many. */
  backTo(count: number): void
}

/** `below`: what was kept before. A command may run more than once: what it adds is its own until it is committed. */
export function makeWrittenRows(below?: WrittenRows): WrittenRows {
  const lines = new Map<string, number>()
  const ids = new Map<number, string>()
  const added: { readonly line: number; readonly id: string; readonly before: number | undefined }[] = []
  return {
    lineOf: (id) => lines.get(id) ?? below?.lineOf(id),
    idOf: (line) => ids.get(line) ?? below?.idOf(line),
    add(line, id) {
      added.push({ line, id, before: lines.get(id) })
      lines.set(id, line)
      ids.set(line, id)
    },
    get count() {
      return added.length
    },
    backTo(count) {
      for (const { line, id, before } of added.splice(count).toReversed()) {
        ids.delete(line)
        if (before === undefined) lines.delete(id)
        else lines.set(id, before)
      }
    },
  }
}
