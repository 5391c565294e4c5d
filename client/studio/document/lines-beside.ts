// Names the lines beside the first in which the cause of a message stands.

/** The lines in which the cause of a message stands again, each once. */
export function linesBeside(line: number, others: readonly number[]): readonly number[] {
  return [...new Set(others)].filter((other) => other !== line)
}
