// Reads a body of plain text within its limit of size.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { TextBody } from '../routes/route.ts'
import { refused } from '../../policy/refused.ts'
import { collectBytes, tooLarge } from './json-body.ts'

export async function readTextBody(
  request: IncomingMessage,
  { type, most }: TextBody,
  milliseconds: number,
): Promise<string> {
  const announced = request.headers['content-length']
  if (announced !== undefined && Number(announced) > most) throw tooLarge(most)
  const bytes = await collectBytes(request, most, milliseconds)
  const [given = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const isUtf = parameters.every((each) => /^\s*charset="?utf-8"?\s*$/.test(each))
  if (given.trim() !== type || !isUtf || request.headers['content-encoding'] !== undefined)
    throw refused('body_no_text', { type }, { accepts: [type] })
  if (!isUtf8(bytes) || bytes.includes(0)) throw refused('body_not_utf8')
  return bytes.toString('utf8')
}
