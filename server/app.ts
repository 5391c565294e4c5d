// Puts the application together: the API in front, then the built files, then the pages. Does not listen.
import compression from 'compression'
import express from 'express'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { RequestListener, ServerResponse } from 'node:http'
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

export function createApp(dependencies: AppDependencies): RequestListener {
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
    sendFailure(response)
  })
  // The API stands before Express, which is there for files and pages: nothing else runs for a call.
  return (request, response) => {
    if (!isCall(request.url ?? '/')) return app(request, response)
    api(request, response).catch((error: unknown) => {
      dependencies.log.error({ err: error, method: request.method }, 'answer failed')
      sendFailure(response)
    })
  }
}

function sendFailure(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const [name, value] of headerPairs(API_HEADERS)) response.setHeader(name, value)
  response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Something went wrong on our side.')
}

function isCall(url: string): boolean {
  return url.startsWith('/api') && (url.length === 4 || url[4] === '/' || url[4] === '?')
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
