// Streams a response: pieces are made as fast as the client takes them, and no more once it is gone.
import type { ServerResponse } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Compression } from '../../web/content-coding.ts'
import { createPacker } from '../../web/content-coding.ts'
import type { ApiResponse } from './response.ts'

/**
 * The first piece is made before anything is sent: what is refused until then is a problem. When the client goes away, or the
 * time of the route is over, the `finally` of a generator runs. Between two pieces other requests get a turn: a client that reads
 * fast would otherwise hold them all up.
 */
export async function streamResponse(
  type: string,
  pieces: AsyncIterable<string | Uint8Array>,
  headers: readonly string[] = [],
): Promise<ApiResponse> {
  const iterator = pieces[Symbol.asyncIterator]()
  let first: IteratorResult<string | Uint8Array> | undefined = await iterator.next()
  const rest: AsyncIterableIterator<string | Uint8Array> = {
    [Symbol.asyncIterator]: () => rest,
    async next() {
      if (first === undefined) await setImmediate()
      const piece = first ?? (await iterator.next())
      first = undefined
      return piece
    },
    async return() {
      await iterator.return?.()
      return { done: true, value: undefined }
    },
  }
  // Two pieces are made ahead.
  return { status: 200, type, headers, stream: Readable.from(rest, { highWaterMark: 2 }) }
}

/** Counts the bytes as they are made. Resolves when the last one has left; rejects when the stream, or the client, ended before. */
export async function pipeResponse(
  response: ServerResponse,
  stream: Readable,
  { coding, milliseconds, count }: PipeOptions,
): Promise<void> {
  const counter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      count(piece.length)
      done(null, piece)
    },
  })
  const signal = AbortSignal.timeout(milliseconds)
  try {
    if (coding !== undefined) await pipeline(stream, counter, createPacker(coding), response, { signal })
    else await pipeline(stream, counter, response, { signal })
  } catch (error) {
    throw signal.aborted ? new StreamTooLong(`It took longer than ${milliseconds / 1_000} seconds.`) : error
  }
}

interface PipeOptions {
  /** Absent: the pieces are sent as they are. */
  readonly coding: Compression | undefined
  readonly milliseconds: number
  readonly count: (bytes: number) => void
}

/** The route's time was over before the last byte had left. */
export class StreamTooLong extends Error {}

/** The client hung up; that is no failure of the server. */
export function isClientGone(error: unknown): boolean {
  return CLIENT_GONE.has(String((error as NodeJS.ErrnoException | undefined)?.code))
}

const CLIENT_GONE: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])
