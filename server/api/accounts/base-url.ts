// Gives the base URL of the application: the configured one, or this machine, never a request header.
import type { IncomingMessage } from 'node:http'

/** `https://desk.example.com`, without a slash at the end. The port is the one that the connection came to. */
export function baseUrlOf(request: IncomingMessage, publicUrl: string | undefined): string {
  return publicUrl ?? `http://localhost:${request.socket.localPort ?? 80}`
}
