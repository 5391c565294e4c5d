// Refuses requests that name no host or several (RFC 9112, section 3.2): a proxy may have read the other.
import type { RequestHandler } from 'express'
import { languageOf } from '#shared/text/language.ts'
import { sendPlainResponse } from './error-response.ts'

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const HOST = /^(?:[\p{L}\p{N}._~%!$&'()*+;=-]{0,255}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/iu

/** `language`: of the document in force (BCP 47). */
export function requireOneHost(language: () => string): RequestHandler {
  return (request, response, next) => {
    if (countHosts(request.rawHeaders) <= 1 && HOST.test(request.headers.host ?? '')) return next()
    response.setHeader('Connection', 'close')
    sendPlainResponse(response, 400, ONE_HOST[languageOf(language())])
  }
}

/** `rawHeaders`: names and values in turn. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 'host'.length && name.toLowerCase() === 'host') count += 1
  }
  return count
}

const ONE_HOST = {
  en: 'A request names one host, in one Host header.',
  de: 'Eine Anfrage nennt genau einen Host, in einer Kopfzeile Host.',
}
