// The least that a Node server can do: tells how many requests the load generator itself can make.
import { createServer } from 'node:http'

const body = JSON.stringify({ items: [], next: null })
createServer((_request, response) => {
  response.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', String(body.length)])
  response.end(body)
}).listen(Number(process.argv[2]), '127.0.0.1')
