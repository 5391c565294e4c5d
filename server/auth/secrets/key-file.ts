// Reads and creates the secret key's file beside the database, readable by its owner only.
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StorageFull } from '../../storage/storage-error.ts'
import { syncDirectory } from '../../storage/sync-directory.ts'
import type { SecretKey } from './keyring.ts'
import { secretKey } from './keyring.ts'

export const KEY_FILE = 'secret.key'
const KEY_BYTES = 32

/** 32 bytes in Base64, with or without what stands for their end; undefined: it is none. */
export function readKey(text: string): SecretKey | undefined {
  return /^[\w+/-]{43}=?$/.test(text) ? secretKey(Buffer.from(text, 'base64')) : undefined
}

/** Undefined: there is no such file. `malformed`: it holds no key. */
export function readKeyFile(directory: string): SecretKey | 'malformed' | undefined {
  try {
    return readKey(readFileSync(join(directory, KEY_FILE), 'latin1').trim()) ?? 'malformed'
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** On the disk, under its name, before anything is sealed with it: what it seals must not outlive it. */
export function makeKeyFile(directory: string): SecretKey {
  const bytes = randomBytes(KEY_BYTES)
  const path = join(directory, KEY_FILE)
  const unfinished = `${path}.new`
  try {
    rmSync(unfinished, { force: true })
    const file = openSync(unfinished, 'wx', 0o600)
    try {
      writeSync(file, `${bytes.toString('base64')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, path)
    syncDirectory(directory)
  } catch (error) {
    if (FULL.has(codeOf(error))) throw new StorageFull(`there is no room for ${KEY_FILE}`)
    throw error
  }
  return secretKey(bytes)
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
