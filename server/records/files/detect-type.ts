// Tells what a file is, by its content; by its name only among kinds that have no mark, as texts.
import { isUtf8 } from 'node:buffer'
import { extensionOf } from '#shared/fields/file.ts'

export interface FileKind {
  /** Media type (RFC 6838). */
  readonly type: string
  /** "pdf"; "" where none is known. */
  readonly extension: string
}

/** Texts, which begin with no mark. HTML and SVG are among them: they are only ever downloaded. */
const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ['txt', 'text/plain'],
  ['log', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['tsv', 'text/tab-separated-values'],
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['svg', 'image/svg+xml'],
  ['ics', 'text/calendar'],
  ['vcf', 'text/vcard'],
  ['eml', 'message/rfc822'],
])

/** Types of files of office programs before 2007, by extension, since all these files begin alike. */
const OFFICE_TYPES: ReadonlyMap<string, string> = new Map([
  ['doc', 'application/msword'],
  ['xls', 'application/vnd.ms-excel'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['msg', 'application/vnd.ms-outlook'],
])

export const UNKNOWN_KIND: FileKind = { type: 'application/octet-stream', extension: '' }

/** `beginning`: its first bytes, as many as a part has. */
export async function detectType(name: string, beginning: Buffer): Promise<FileKind> {
  const named = extensionOf(name)
  // With the marks of all kinds of files: the first upload loads it.
  const { fileTypeFromBuffer } = await import('file-type')
  // A file that breaks off is of no kind that is known.
  const found = await fileTypeFromBuffer(beginning).catch(() => undefined)
  if (found === undefined) return textKind(named, beginning)
  if (found.ext === 'cfb') {
    const type = OFFICE_TYPES.get(named)
    return type === undefined ? { type: found.mime, extension: found.ext } : { type, extension: named }
  }
  // An SVG begins as any XML.
  if (found.ext === 'xml') return textKind(named === 'svg' ? named : 'xml', beginning)
  return { type: found.mime, extension: found.ext }
}

function textKind(named: string, beginning: Buffer): FileKind {
  const type = TEXT_TYPES.get(named)
  return type !== undefined && isText(beginning) ? { type, extension: named } : UNKNOWN_KIND
}

/** The last character may go on in the next part. */
function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false
  return [0, 1, 2, 3].some((cut) => cut <= bytes.length && isUtf8(bytes.subarray(0, bytes.length - cut)))
}
