// Sends the plain response where no page can be shown.
import type { ServerResponse } from 'node:http'
import { API_HEADERS, headerPairs } from './csp-headers.ts'

export function sendErrorResponse(
  response: ServerResponse,
  status = 500,
  sentence = 'Something went wrong on our side.',
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const [name, value] of headerPairs(API_HEADERS)) response.setHeader(name, value)
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(sentence)
}
