// Stops a server in order: accepts nothing new, finishes running requests, closes idle connections.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Requests that are under way have this long. */
const PATIENCE_MILLISECONDS = 8_000

/** How often connections are looked for whose answer has gone out meanwhile. */
const LOOK_MILLISECONDS = 50

/** Resolves when the last connection is closed. */
export function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE_MILLISECONDS)
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_MILLISECONDS)
    // A connection that is always busy is never idle: its next response says that it is the last.
    server.prependListener('request', endConnection)
    server.close(() => {
      clearTimeout(impatient)
      clearInterval(looking)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function endConnection(_request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false
}
