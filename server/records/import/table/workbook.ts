// Opens a workbook (Office Open XML, ECMA-376) within limits, and streams the XML of its parts.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import sax from 'sax'
import type { Entry, ZipFile } from 'yauzl'
import { fromBuffer } from 'yauzl'
import { Refused, refused } from '../../../policy/refused.ts'
import { MOST_PARTS, MOST_UNPACKED_BYTES } from './table-limits.ts'

export interface Workbook {
  has(path: string): boolean
  /** Reads a part element by element; the names are without prefixes. */
  read(path: string, reader: XmlReader): Promise<void>
}

export interface XmlReader {
  open?(name: string, attributes: { readonly [name: string]: string }): void
  /** `text`: all text within the element, without that of its elements. */
  close?(name: string): void
  text?(text: string): void
  /** True: the rest is not needed. */
  isDone?(): boolean
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b
const isCompound = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11

/** Whether it is a workbook, or an older or encrypted one, which is refused. */
export function looksLikeWorkbook(bytes: Uint8Array): boolean {
  if (isCompound(bytes)) throw refused('workbook_of_old')
  return isZip(bytes)
}

export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  const zip = await openZip(bytes)
  const entries = await listEntries(zip)
  let unpacked = 0
  const count = (length: number): void => {
    unpacked += length
    if (unpacked > MOST_UNPACKED_BYTES) throw refused('workbook_too_large')
  }
  return {
    has: (path) => entries.has(path),
    async read(path, reader) {
      const entry = entries.get(path)
      if (entry === undefined) throw refused('workbook_unreadable')
      // What the file says of its size is not believed, but it is the first to be looked at.
      if (entry.uncompressedSize > MOST_UNPACKED_BYTES) throw refused('workbook_too_large')
      await readXml(await openStream(zip, entry), reader, count)
    },
  }
}

function openZip(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(refused('workbook_unreadable')) : resolve(zip),
    )
  })
}

function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName.replace(/^\//, ''), entry)
      if (entries.size > MOST_PARTS) reject(refused('workbook_too_large'))
      else zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', () => reject(refused('workbook_unreadable')))
    zip.readEntry()
  })
}

function openStream(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    if (entry.isEncrypted()) reject(refused('workbook_of_old'))
    else
      zip.openReadStream(entry, (error, stream) => (error ? reject(refused('workbook_unreadable')) : resolve(stream)))
  })
}

async function readXml(stream: Readable, reader: XmlReader, count: (length: number) => void): Promise<void> {
  let failure: unknown
  const parser = sax.parser(true, { position: false })
  Object.assign(parser, {
    onopentag: ({ name, attributes }: sax.Tag) => reader.open?.(bareName(name), attributes),
    onclosetag: (name: string) => reader.close?.(bareName(name)),
    ontext: (text: string) => reader.text?.(text),
    oncdata: (text: string) => reader.text?.(text),
    onerror: (error: Error) => {
      failure ??= error
    },
  })
  const decoder = new TextDecoder()
  stream.on('error', (error) => {
    failure ??= error
  })
  try {
    for await (const piece of stream) {
      const bytes = piece as Buffer
      count(bytes.length)
      parser.write(decoder.decode(bytes, { stream: true }))
      if (failure !== undefined || reader.isDone?.() === true) break
    }
    if (failure === undefined && reader.isDone?.() !== true) parser.write(decoder.decode()).close()
  } catch (error) {
    // What a reader refuses is a refusal; what the stream or the parser throws is a broken file.
    if (isRefusal(error)) throw error
    failure ??= error
  }
  stream.destroy()
  if (!stream.closed) await once(stream, 'close')
  if (failure !== undefined) throw refused('workbook_unreadable')
}

function isRefusal(error: unknown): boolean {
  return error instanceof Refused
}

function bareName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
