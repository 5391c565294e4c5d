// Where people reach the application: as it is configured, or else this machine. Never what a request claims in its headers.
import type { IncomingMessage } from 'node:http'

/** `https://desk.example.com`, without a slash at the end. The port is the one that the connection came to. */
export function baseUrlOf(request: IncomingMessage, publicUrl: string | undefined): string {
  return publicUrl ?? `http://localhost:${request.socket.localPort ?? 80}`
}
