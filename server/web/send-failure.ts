// The answer when something went wrong that nobody expected: nothing is told but that it is not the caller's fault.
import type { ServerResponse } from 'node:http'
import { API_HEADERS, headerPairs } from './headers.ts'

export function sendFailure(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const [name, value] of headerPairs(API_HEADERS)) response.setHeader(name, value)
  response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Something went wrong on our side.')
}
