// Makes durable which names a directory has. Windows can't, and needs not.
import { closeSync, fsyncSync, openSync } from 'node:fs'

export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(directory, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
