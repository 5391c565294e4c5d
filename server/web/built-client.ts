// Reads the built client into memory when the server starts.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Compression } from './content-coding.ts'

export interface BuiltClient {
  /** The page that everything starts with; undefined where nothing is built. */
  readonly index: string | undefined
  /** All other files by the path that a browser asks for: "/assets/index-abc123.js". */
  readonly files: ReadonlyMap<string, BuiltFile>
  readonly pageScripts: PageScripts
}

/** Addresses of the scripts that a page needs beside those of all pages, by the name of its module: "record-screen". */
export type PageScripts = ReadonlyMap<string, readonly string[]>

export interface BuiltFile {
  readonly bytes: Buffer
  readonly etag: string
  /** Content as the build compressed it, only for files that the build compressed. */
  readonly compressed: Partial<Record<Compression, Buffer>>
}

/** `directory`: the folder of its index.html; one that is not there has no client. */
export function readBuiltClient(directory: string): BuiltClient {
  const files = new Map<string, BuiltFile>()
  const found = filesIn(directory)
  const names = new Set(found)
  const readIfThere = (file: string) => (names.has(file) ? readFileSync(file) : undefined)
  for (const file of found) {
    if (names.has(file.replace(/\.(br|gz)$/, '')) && /\.(br|gz)$/.test(file)) continue
    const bytes = readFileSync(file)
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const [br, gzip] = [readIfThere(`${file}.br`), readIfThere(`${file}.gz`)]
    const compressed = { ...(br && { br }), ...(gzip && { gzip }) }
    files.set(`/${relative(directory, file).replaceAll(sep, '/')}`, { bytes, etag, compressed })
  }
  const index = files.get(INDEX)?.bytes.toString()
  const pages = files.get(PAGE_SCRIPTS)?.bytes.toString() ?? '{}'
  for (const name of [INDEX, PAGE_SCRIPTS]) files.delete(name)
  const pageScripts = new Map(Object.entries(JSON.parse(pages) as Record<string, readonly string[]>))
  return { index, files, pageScripts }
}

/** Path of the index, which is sent as a page with a nonce and a status of its own, and never as a file. */
const INDEX = '/index.html'
const PAGE_SCRIPTS = '/page-scripts.json'

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
