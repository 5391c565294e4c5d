// Reads query parameters; each route names those that it knows, and any other is refused.
import { MOST_LIMIT } from '#shared/protocol/list.ts'
import { badRequest } from './bad-request.ts'

export function checkParameters(query: URLSearchParams, known: readonly string[]): void {
  for (const name of query.keys()) {
    if (!known.includes(name))
      throw badRequest(
        'unknown_parameter',
        `There is no parameter ${name} here; there are ${known.join(', ') || 'none'}.`,
      )
  }
}

/** Absent and empty are the same. */
export function textParameter(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (!text.isWellFormed()) throw badRequest('malformed', `The parameter ${name} is not text.`)
  return text
}

export function flagParameter(query: URLSearchParams, name: string, yes: string): boolean {
  const text = query.get(name)
  if (text === null || text === '' || text === 'no') return false
  if (text !== yes) throw badRequest('bad_request', `${name} is "${yes}" or left out.`)
  return true
}

export function limitParameter(query: URLSearchParams, otherwise: number): number {
  const text = query.get('limit')
  if (text === null) return otherwise
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > MOST_LIMIT) throw badRequest('bad_request', `limit is a number from 1 to ${MOST_LIMIT}.`)
  return limit
}
