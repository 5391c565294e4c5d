// Makes requests and responses with the prototypes that Express gives them.
import { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerOptions } from 'node:http'
import type { Express, Request, Response } from 'express'

/**
 * Returns the classes by which a server makes its requests and responses, for `createServer`, and tells the application
 * of them. Express changes the prototype of each request otherwise, and all later use of that object is slower by far.
 */
export function expressMessages(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request)
  Object.setPrototypeOf(ExpressResponse.prototype, app.response)
  app.request = ExpressRequest.prototype as Request
  app.response = ExpressResponse.prototype as Response
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse }
}
