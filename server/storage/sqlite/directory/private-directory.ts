// Keeps the data directory and its files from the other accounts of the machine.
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const DIRECTORY_MODE = 0o700
export const FILE_MODE = 0o600

/** A directory within, while a backup is being restored, or data is moved there: what is there is not whole yet. */
export const RESTORING = 'restoring'

/**
 * Pattern for the names that Verbatim itself puts into a data directory. A directory that holds any other name is
 * also used by somebody else.
 */
const OWN_NAMES = /^(?:verbatim\.(?:db|json)|lock|reserve|secret\.key|restoring)/

/** Level by level: Node's own recursive way never ends below a file system that answers "not found" to every attempt (/proc). */
export function makeDirectory(directory: string): void {
  const found = statSync(directory, { throwIfNoEntry: false })
  if (found !== undefined) {
    if (!found.isDirectory()) throw new Error(`${directory} is a file`)
    return
  }
  const above = dirname(directory)
  if (above !== directory) makeDirectory(above)
  mkdirSync(directory, DIRECTORY_MODE)
}

/**
 * Makes the file where it is missing; SQLite gives its log and its index the mode of the database beside them. A file that
 * is there is not even opened: closing it would let go of the locks that this process has on it.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Takes away what others may do there; a sentence for the log where there was something. Windows has no such modes. */
export function tightenDirectory(given: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const directory = realpathSync(given)
  const names = readdirSync(directory)
  const others = names.filter((name) => !OWN_NAMES.test(name))
  const files = names.filter((name) => OWN_NAMES.test(name)).map((name) => join(directory, name))
  const isOpen = isOpenToOthers(directory)
  const open = [...(others.length === 0 && isOpen ? [directory] : []), ...files.filter(isOpenToOthers)]
  try {
    for (const path of open) chmodSync(path, path === directory ? DIRECTORY_MODE : FILE_MODE)
  } catch (error) {
    return `Other accounts of this machine may read ${directory}, and that can't be changed (${(error as Error).message}).`
  }
  if (isOpen && others.length > 0)
    return `Other accounts of this machine may list ${directory}: it holds ${others[0]} beside the data, and is left as it is. The data can be read only by its owner.`
  if (open.length === 0) return undefined
  return `Other accounts of this machine could read ${directory}. Now only its owner can.`
}

/** Directories below and links are left as they are. */
function isOpenToOthers(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && (found.isFile() || found.isDirectory()) && (found.mode & 0o077) !== 0
}
