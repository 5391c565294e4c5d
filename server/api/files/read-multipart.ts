// Reads the one file of a body of multipart/form-data (RFC 7578) as it arrives.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { FILE_PART } from '#shared/fields/file.ts'
import { refused } from '../../policy/refused.ts'

export interface SentFile {
  readonly name: string
  /** Throws when the body breaks off, or takes too long. */
  readonly content: AsyncIterable<Buffer>
}

/** Resolves when the file begins; other parts are passed over. `milliseconds`: how long the body may take in all. */
export async function readMultipart(request: IncomingMessage, milliseconds: number): Promise<SentFile> {
  const parser = makeParser(request)
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(refused('too_slow', { seconds: milliseconds / 1_000 })), milliseconds)
  request.once('aborted', () => ended.abort(refused('body_cut_off')))
  const stop = (): void => clearTimeout(timer)
  try {
    const begun = await new Promise<{ readonly name: string; readonly stream: Readable }>((resolve, reject) => {
      ended.signal.addEventListener('abort', () => reject(ended.signal.reason as Error))
      parser.on('file', (part, stream, { filename }) => {
        // Where the body breaks off, the stream may fail before anybody reads it, or nobody does: who reads it later
        // meets the error, and without a listener it would end the process.
        stream.on('error', () => {})
        if (part === FILE_PART) resolve({ name: decodeName(filename ?? ''), stream })
        else stream.resume()
      })
      parser.on('error', () => reject(refused('body_cut_off')))
      parser.on('finish', () => reject(refused('file_missing', { part: FILE_PART })))
      request.pipe(parser)
    })
    return { name: begun.name, content: contentOf(begun.stream, ended.signal, stop) }
  } catch (error) {
    stop()
    request.unpipe(parser)
    throw error
  }
}

/** Browsers write quotation marks and line ends of a name so, and nothing else (https://html.spec.whatwg.org/#multipart-form-data). */
function decodeName(sent: string): string {
  return sent.replaceAll('%22', '"').replaceAll(/%0D%0A|%0D|%0A/gi, '\n')
}

function makeParser(request: IncomingMessage): busboy.Busboy {
  try {
    // One byte is one character of a name only in Latin-1; browsers send UTF-8.
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fields: 10, fieldSize: 1_000 },
    })
  } catch {
    throw refused('body_no_file', { part: FILE_PART }, { accepts: ['multipart/form-data'] })
  }
}

async function* contentOf(stream: Readable, signal: AbortSignal, stop: () => void): AsyncGenerator<Buffer, void> {
  const onAbort = (): void => void stream.destroy(signal.reason as Error)
  signal.addEventListener('abort', onAbort)
  try {
    for await (const chunk of stream) yield chunk as Buffer
    // The end of the body was not there.
    if (signal.aborted) throw signal.reason
  } catch {
    // What the parser complains about is a body that ends too early.
    throw signal.aborted ? signal.reason : refused('body_cut_off')
  } finally {
    stop()
    signal.removeEventListener('abort', onAbort)
  }
}
