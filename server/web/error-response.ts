// Sends the plain response where no page can be shown.
import type { ServerResponse } from 'node:http'
import { languageOf } from '#shared/text/language.ts'
import { API_HEADERS, headerPairs } from './csp-headers.ts'

/** `locale`: BCP 47. */
export function sendErrorResponse(response: ServerResponse, locale: string): void {
  sendUnsent(response, 500, OUR_SIDE[languageOf(locale)])
}

/** `seconds`: after which a later try has a chance. */
export function sendUnavailable(response: ServerResponse, seconds: number, locale: string): void {
  if (!response.headersSent) response.setHeader('Retry-After', String(seconds))
  sendUnsent(response, 503, NOT_NOW[languageOf(locale)])
}

function sendUnsent(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) response.destroy()
  else sendPlainResponse(response, status, text)
}

export function sendPlainResponse(response: ServerResponse, status: number, text: string): void {
  for (const [name, value] of headerPairs(API_HEADERS)) response.setHeader(name, value)
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text)
}

const OUR_SIDE = { en: 'Something went wrong on our side.', de: 'Auf unserer Seite ist etwas schiefgegangen.' }
const NOT_NOW = {
  en: 'Not available right now. Please try again.',
  de: 'Gerade nicht verfügbar. Bitte noch einmal versuchen.',
}
