// Writes and reads the archive of a backup: tar, with SHA256SUMS of all entries as the last one.
import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { BLOCK, MODE, readHeader, tarHeader } from './tar-header.ts'

export const SUMS = 'SHA256SUMS'

/** Entries by name, and how many bytes each may have. */
export type Limits = { readonly [name: string]: number }

export interface ArchiveEntry {
  readonly name: string
  readonly content: Buffer | { readonly path: string }
}

export interface ArchiveSummary {
  readonly bytes: number
  /** SHA-256 of the whole file, as `sha256sum` prints it. */
  readonly hash: string
}

/** The archive is no longer as it was written; the sentence says where. */
export class ArchiveDamaged extends Error {}

/** Resolves when all of it is on the disk. The file must not exist. */
export async function writeArchive(
  path: string,
  entries: readonly ArchiveEntry[],
  seconds: number,
): Promise<ArchiveSummary> {
  const file = await open(path, 'wx', MODE)
  try {
    const whole = createHash('sha256')
    let bytes = 0
    const write = async (chunk: Buffer): Promise<void> => {
      whole.update(chunk)
      bytes += chunk.length
      await file.appendFile(chunk)
    }
    let sums = ''
    for (const { name, content } of entries) sums += `${await writeEntry(write, name, content, seconds)}  ${name}\n`
    await writeEntry(write, SUMS, Buffer.from(sums), seconds)
    await write(Buffer.alloc(2 * BLOCK))
    await file.sync()
    return { bytes, hash: whole.digest('hex') }
  } finally {
    await file.close()
  }
}

/** Reads all of it, and rejects where a single byte is not as it was written. */
export async function readArchive(
  path: string,
  limits: Limits,
  take: (name: string, chunk: Buffer) => Promise<void> | void,
): Promise<ArchiveSummary> {
  const file = await open(path, 'r')
  try {
    const whole = createHash('sha256')
    const source = readSequentially(file, whole)
    const hashes = new Map<string, string>()
    let sums = ''
    while (!hashes.has(SUMS)) {
      const header = readHeader(await source.read(BLOCK))
      const limit = header?.name === SUMS ? MOST_SUMS : limits[header?.name ?? '']
      if (header === undefined || limit === undefined || header.size > limit || hashes.has(header.name))
        throw new ArchiveDamaged(`It is not a backup, or damaged, at byte ${source.position() - BLOCK}`)
      const hash = createHash('sha256')
      for (let left = header.size; left > 0;) {
        const chunk = await source.read(Math.min(left, CHUNK))
        left -= chunk.length
        hash.update(chunk)
        if (header.name === SUMS) sums += chunk.toString('latin1')
        else await take(header.name, chunk)
      }
      await expectZeros(source, paddingOf(header.size))
      hashes.set(header.name, hash.digest('hex'))
    }
    await expectZeros(source, 2 * BLOCK)
    if (await source.hasMore()) throw new ArchiveDamaged('It has extra data at its end')
    hashes.delete(SUMS)
    expectSums(sums, hashes)
    return { bytes: source.position(), hash: whole.digest('hex') }
  } finally {
    await file.close()
  }
}

const CHUNK = 1_048_576
const MOST_SUMS = 4_096

async function writeEntry(
  write: (chunk: Buffer) => Promise<void>,
  name: string,
  content: ArchiveEntry['content'],
  seconds: number,
): Promise<string> {
  const hash = createHash('sha256')
  if (Buffer.isBuffer(content)) {
    await write(tarHeader({ name, size: content.length, seconds }))
    await write(content)
    await write(Buffer.alloc(paddingOf(content.length)))
    return hash.update(content).digest('hex')
  }
  const file = await open(content.path, 'r')
  try {
    const { size } = await file.stat()
    await write(tarHeader({ name, size, seconds }))
    const source = readSequentially(file, hash)
    for (let left = size; left > 0;) {
      const chunk = await source.read(Math.min(left, CHUNK))
      left -= chunk.length
      await write(chunk)
    }
    await write(Buffer.alloc(paddingOf(size)))
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

interface Source {
  /** So many bytes, never fewer. */
  read(size: number): Promise<Buffer>
  position(): number
  hasMore(): Promise<boolean>
}

function readSequentially(file: FileHandle, hash: Hash): Source {
  let position = 0
  return {
    async read(size) {
      const chunk = Buffer.alloc(size)
      for (let filled = 0; filled < size;) {
        const { bytesRead } = await file.read(chunk, filled, size - filled, position + filled)
        if (bytesRead === 0) throw new ArchiveDamaged(`Its end is missing after byte ${position + filled}`)
        filled += bytesRead
      }
      position += size
      hash.update(chunk)
      return chunk
    },
    position: () => position,
    hasMore: async () => (await file.read(Buffer.alloc(1), 0, 1, position)).bytesRead > 0,
  }
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK
}

async function expectZeros(source: Source, size: number): Promise<void> {
  const from = source.position()
  if (!(await source.read(size)).every((byte) => byte === 0))
    throw new ArchiveDamaged(`It is damaged after byte ${from}`)
}

/** The very text that was written: each entry, in their order. */
function expectSums(sums: string, hashes: ReadonlyMap<string, string>): void {
  const wanted = new Map(sums.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]))
  for (const [name, hash] of hashes)
    if (wanted.get(name) !== hash) throw new ArchiveDamaged(`${name} in it is not as it was written`)
  if (sums !== [...hashes].map(([name, hash]) => `${hash}  ${name}\n`).join(''))
    throw new ArchiveDamaged(`${SUMS} in it is not as it was written`)
}
