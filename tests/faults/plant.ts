// Puts a fault into the text of its file. A fault that no longer fits is an error: it would prove nothing.
import type { Fault } from './fault.ts'

export function plant({ name, file, find, replace }: Fault, text: string): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`"${name}" is stale: its text occurs ${times} times in ${file}, not once.`)
  return text.replace(find, () => replace)
}
