// Puts the application together: the API in front, then the built files, then the pages. Does not listen.
import compression from 'compression'
import express from 'express'
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express'
import { createAttempts } from './auth/attempts.ts'
import type { Passwords } from './auth/password.ts'
import { createApi } from './api/handle-api.ts'
import type { ApiDependencies, Log } from './api/exchange.ts'
import { createRequestIds } from './api/request-id.ts'
import type { CurrentDocument } from './document/current.ts'
import { createOnce } from './records/once.ts'
import type { Storage } from './storage/storage.ts'
import { answerPage } from './web/handle-pages.ts'
import { API_HEADERS, ASSET_HEADERS, headerPairs } from './web/headers.ts'
import { readTemplate } from './web/page.ts'

export interface AppDependencies {
  readonly storage: Storage
  readonly current: CurrentDocument
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** A new id of that moment. */
  readonly newId: (now: string) => string
  readonly passwords: Passwords
  readonly log: Log
  /** Folder of the built client; without it pages are bare, and the API works all the same. */
  readonly clientDirectory: string
  readonly publicUrl: string | undefined
}

export function createApp(dependencies: AppDependencies): Express {
  const nextRequestId = createRequestIds()
  const shared: ApiDependencies = {
    ...dependencies,
    nextRequestId,
    attempts: createAttempts(),
    once: createOnce(dependencies),
  }
  const api = createApi(shared)
  const pages = { ...dependencies, nextRequestId, template: readTemplate(dependencies.clientDirectory) }
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')

  // First of all, and it ends the answer itself: nothing else runs for a call of the API.
  app.use((request: Request, response: Response, next: NextFunction) => {
    const { url } = request
    if (!url.startsWith('/api') || (url.length > 4 && url[4] !== '/' && url[4] !== '?')) return next()
    return api(request, response)
  })
  app.use(compression())
  const files = builtFiles(dependencies.clientDirectory)
  app.use((request: Request, response: Response, next: NextFunction) => {
    // The index is the page itself, which goes out with a nonce and a status of its own.
    if (request.path === '/index.html') next()
    else files(request, response, next)
  })
  app.use((request: Request, response: Response) => answerPage(pages, request, response))
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    dependencies.log.error({ err: error, method: request.method, path: request.path }, 'request failed')
    if (response.headersSent) {
      response.destroy()
      return
    }
    for (const [name, value] of headerPairs(API_HEADERS)) response.setHeader(name, value)
    response.status(500).type('text/plain').send('Something went wrong on our side.')
  })
  return app
}

function builtFiles(directory: string): RequestHandler {
  return express.static(directory, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders(response, path) {
      for (const [name, value] of headerPairs(ASSET_HEADERS)) response.setHeader(name, value)
      // Files that keep their names are asked for again each time.
      if (!/[/\\]assets[/\\][^/\\]+$/.test(path)) response.setHeader('Cache-Control', 'no-cache')
    },
  })
}
