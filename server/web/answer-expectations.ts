// Hands requests whose expectation Node does not know to the application, which refuses them.
import type { Server } from 'node:http'

/** Node's own answer is a 417 without a body. */
export function answerExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
