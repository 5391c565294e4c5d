// Reads a body that is a file, within its limit of size.
import type { IncomingMessage } from 'node:http'
import type { FileBody } from '../routes/route.ts'
import { refused } from '../../policy/refused.ts'
import { collectBytes, tooLarge } from './json-body.ts'

export async function readFileBody(
  request: IncomingMessage,
  { types, most }: FileBody,
  milliseconds: number,
): Promise<Buffer> {
  const announced = request.headers['content-length']
  if (announced !== undefined && Number(announced) > most) throw tooLarge(most)
  const [given = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  if (!types.includes(given.trim()) || request.headers['content-encoding'] !== undefined)
    throw refused('body_no_import', { types: { names: types, by: 'or' } }, { accepts: types })
  return collectBytes(request, most, milliseconds)
}
