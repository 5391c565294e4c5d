// Reads the container file, as far as ours goes: one instruction a line.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Instruction {
  readonly name: string
  /** Words of the JSON form, or else of the line. */
  readonly words: readonly string[]
  readonly text: string
}

export function readContainerFile(): readonly Instruction[] {
  const lines = readFileSync(`${ROOT}/.deploy/Containerfile`, 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = ''] = line.split(' ')
      const text = line.slice(name.length + 1)
      const json = text.indexOf('["')
      return { name, text, words: json < 0 ? text.split(' ') : (JSON.parse(text.slice(json)) as string[]) }
    })
}
