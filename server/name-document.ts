// Replaces the folder that a command names by the specification in it.
import type { Command } from './commands.ts'
import { findSpecifications } from './document/find-specifications.ts'

/** A folder with no specification, or with several, stays what is named: reading it says why that can't be. */
export function nameDocument(command: Command): Command {
  switch (command.kind) {
    case 'serve':
    case 'publish':
      return { ...command, config: { ...command.config, file: inFolder(command.config.file) } }
    case 'check':
    case 'format':
    case 'verify':
      return { ...command, file: inFolder(command.file) }
    case 'audit':
      return { ...command, file: inFolder(command.file) }
    case 'backup':
    case 'move':
      return { ...command, document: inFolder(command.document) }
    default:
      return command
  }
}

function specificationsIn(folder: string): readonly string[] | undefined {
  try {
    return findSpecifications(folder)
  } catch {
    return undefined
  }
}

function inFolder<Path extends string | undefined>(path: Path): Path | string {
  const [only, ...others] = (path === undefined ? undefined : specificationsIn(path)) ?? []
  return only === undefined || others.length > 0 ? path : only
}
