// Makes the result of a tool from an answer of the API: structured content, text or a file.
import { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { ApiResponse } from '../response/response.ts'
import { DONE } from './tool-schemas.ts'

export interface ToolResult {
  readonly content: readonly ToolContent[]
  readonly structuredContent?: object
  readonly isError?: boolean
}

type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'resource'; readonly resource: FileResource }
  | ({ readonly type: 'resource_link'; readonly name: string; readonly description: string } & FileAddress)

interface FileAddress {
  readonly uri: string
  readonly mimeType: string
}

interface FileResource extends FileAddress {
  /** Base64. */
  readonly blob: string
}

/** Characters of a text, and bytes of a file, that a result holds; a link leads to the rest. */
export const MOST_RESULT_CHARACTERS = 100_000
const MOST_RESULT_BYTES = 1_000_000

export function structuredResult(value: unknown, isWrapped: boolean): ToolResult {
  const structuredContent = isWrapped ? { result: value } : (value as object)
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent }
}

/** `link`: the address of the whole answer; absent: it is not to be asked for again. */
export async function toolResult(
  answer: ApiResponse,
  { isWrapped, link }: { readonly isWrapped: boolean; readonly link: string | undefined },
): Promise<ToolResult> {
  const { stream, type, body = answer.cached?.text } = answer
  if (stream === undefined && body === undefined) return structuredResult(DONE, false)
  if (type === undefined && body !== undefined) return structuredResult(JSON.parse(body), isWrapped)
  const mimeType = type?.split(';', 1)[0] ?? ''
  const isText = type?.includes('charset=utf-8') === true
  const most = isText ? MOST_RESULT_CHARACTERS : MOST_RESULT_BYTES
  const { bytes, isWhole } = stream === undefined ? cut(Buffer.from(body ?? ''), most) : await readUpTo(stream, most)
  const address = { uri: link ?? 'verbatim://answer', mimeType }
  const rest: ToolContent = {
    type: 'resource_link',
    ...address,
    name: fileNameIn(answer.headers) ?? 'answer',
    description: isText ? 'The text above is only the beginning. Read all of it here.' : 'Read the file here.',
  }
  if (isText)
    return {
      content: [
        { type: 'text', text: isWhole ? bytes.toString('utf8') : wholeLines(bytes) },
        ...(isWhole ? [] : [rest]),
      ],
    }
  return { content: [isWhole ? { type: 'resource', resource: { ...address, blob: bytes.toString('base64') } } : rest] }
}

interface Excerpt {
  readonly bytes: Buffer
  readonly isWhole: boolean
}

async function readUpTo(stream: Readable, most: number): Promise<Excerpt> {
  const pieces: Buffer[] = []
  let length = 0
  // Leaving the loop destroys the stream: no more of it is made.
  for await (const piece of stream as AsyncIterable<string | Uint8Array>) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece)
    pieces.push(bytes)
    length += bytes.length
    if (length > most) break
  }
  return cut(Buffer.concat(pieces), most)
}

function cut(bytes: Buffer, most: number): Excerpt {
  return bytes.length <= most ? { bytes, isWhole: true } : { bytes: bytes.subarray(0, most), isWhole: false }
}

/** Leaves out what follows the last end of a line, which may be half a character. */
function wholeLines(bytes: Buffer): string {
  const end = bytes.lastIndexOf('\n')
  return bytes.subarray(0, end < 0 ? bytes.length : end + 1).toString('utf8')
}

function fileNameIn(headers: readonly string[] = []): string | undefined {
  const disposition = headers[headers.indexOf('Content-Disposition') + 1] ?? ''
  return /filename="([^"]+)"/.exec(disposition)?.[1]
}
