// Sends the plain response where no page can be shown.
import type { ServerResponse } from 'node:http'
import { languageOf } from '#shared/text/language.ts'
import { API_HEADERS, headerPairs } from './csp-headers.ts'

/** `locale`: BCP 47. */
export function sendErrorResponse(response: ServerResponse, locale: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  sendPlainResponse(response, 500, OUR_SIDE[languageOf(locale)])
}

export function sendPlainResponse(response: ServerResponse, status: number, text: string): void {
  for (const [name, value] of headerPairs(API_HEADERS)) response.setHeader(name, value)
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text)
}

const OUR_SIDE = { en: 'Something went wrong on our side.', de: 'Auf unserer Seite ist etwas schiefgegangen.' }
