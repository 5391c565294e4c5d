// Reads a JSON body within limits of size, depth and number of members.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Refused } from '../../policy/refused.ts'
import { refused } from '../../policy/refused.ts'

export const LARGEST_BODY = 1_000_000
export const DEEPEST_BODY = 32
export const MOST_MEMBERS = 20_000

export interface JsonBody {
  readonly bytes: Buffer
  readonly value: unknown
}

export const NO_BODY: JsonBody = { bytes: Buffer.alloc(0), value: undefined }

export async function readJson(request: IncomingMessage, milliseconds: number): Promise<JsonBody> {
  const announced = request.headers['content-length']
  if (announced !== undefined && Number(announced) > LARGEST_BODY) throw tooLarge(LARGEST_BODY)
  const bytes = await collectBytes(request, LARGEST_BODY, milliseconds)
  if (bytes.length === 0) return NO_BODY
  const type = request.headers['content-type']
  if (type === undefined || !JSON_TYPE.test(type)) {
    throw refused('unsupported_media_type', {}, { accepts: JSON_TYPES })
  }
  if (request.headers['content-encoding'] !== undefined) {
    throw refused('body_encoded')
  }
  if (!isUtf8(bytes)) throw refused('body_not_utf8')
  const named = countNames(bytes)
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused('body_not_json')
  }
  if (SURROGATE.test(text) && !isWellFormed(value)) throw refused('body_half_character')
  if (membersOf(value) !== named) throw refused('body_name_twice')
  return { bytes, value }
}

/** Content types of a body of JSON. */
export const JSON_TYPES = ['application/json', 'application/merge-patch+json'] as const
const JSON_TYPE = /^application\/(?:merge-patch\+)?json(?:\s*;\s*charset=(?:"utf-8"|utf-8))?\s*$/i
const SURROGATE = /\\u[dD][89a-fA-F]/

/** Bodies that were collected: a request that a publication overtakes may be handled once more. */
const bodies = new WeakMap<IncomingMessage, Promise<Buffer>>()

/**
 * Collects the body of a request. Rejects when the body is larger than `most` bytes or takes longer than
 * `milliseconds`.
 */
export function collectBytes(request: IncomingMessage, most: number, milliseconds: number): Promise<Buffer> {
  const body = bodies.get(request) ?? collect(request, most, milliseconds)
  bodies.set(request, body)
  return body
}

function collect(request: IncomingMessage, most: number, milliseconds: number): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined
  const collected = new Promise<Buffer>((resolve, reject) => {
    timer = setTimeout(() => {
      request.removeAllListeners('data')
      reject(tooSlow(milliseconds))
    }, milliseconds)
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > most) {
        request.removeAllListeners('data')
        reject(tooLarge(most))
      } else {
        chunks.push(chunk)
      }
    })
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('aborted', () => reject(refused('body_cut_off')))
  })
  return collected.finally(() => clearTimeout(timer))
}

function tooSlow(milliseconds: number): Refused {
  return refused('too_slow', { seconds: milliseconds / 1_000 })
}

export function tooLarge(most: number): Refused {
  return refused('body_too_large', { most })
}

/** One pass over the bytes: `[[[[…` costs the parser seconds, this pass milliseconds. Gives how many members of objects there are. */
function countNames(bytes: Buffer): number {
  let depth = 0
  let names = 0
  let members = 0
  let quoted = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (quoted) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) quoted = false
    } else if (byte === QUOTE) {
      quoted = true
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > DEEPEST_BODY) throw refused('body_too_deep', { most: DEEPEST_BODY })
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--
    } else if (byte === COLON) {
      names++
    } else if (byte === COMMA && ++members >= MOST_MEMBERS) {
      throw refused('body_too_many_members', { most: MOST_MEMBERS })
    }
  }
  return names
}

/** The parser keeps one of two members of the same name; somebody before us may have read the other. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = Array.isArray(value) ? 0 : Object.keys(value).length
  for (const member of Object.values(value)) count += membersOf(member)
  return count
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member))
}
