// The least that a server can do: the same bytes for each request, unread. Tells how many requests the load itself can make.
import { createServer } from 'node:net'

const body = JSON.stringify({ items: [], next: null })
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
)
createServer({ noDelay: true }, (socket) => {
  // A connection asks when it has its answer, and a request without a body comes in one piece.
  socket.on('data', () => socket.write(answer))
  socket.on('error', () => socket.destroy())
}).listen(Number(process.argv[2]), '127.0.0.1')
