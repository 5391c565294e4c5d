// What a browser sees beside the API: the built files first, then the pages. The only place that knows Express.
import type { RequestListener } from 'node:http'
import compression from 'compression'
import express from 'express'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { PagesDependencies } from './handle-pages.ts'
import { answerPage } from './handle-pages.ts'
import { ASSET_HEADERS, headerPairs } from './headers.ts'
import { readTemplate } from './page.ts'
import { sendFailure } from './send-failure.ts'

export interface SiteDependencies extends Omit<PagesDependencies, 'template'> {
  /** Folder of the built client; without it pages are bare. */
  readonly clientDirectory: string
  readonly log: { error(details: object, message: string): void }
}

export function createSite(dependencies: SiteDependencies): RequestListener {
  const pages = { ...dependencies, template: readTemplate(dependencies.clientDirectory) }
  const site = express()
  site.disable('x-powered-by')
  site.disable('etag')
  site.use(compression())
  const files = builtFiles(dependencies.clientDirectory)
  site.use((request: Request, response: Response, next: NextFunction) => {
    // The index is the page itself, which goes out with a nonce and a status of its own.
    if (request.path === '/index.html') next()
    else files(request, response, next)
  })
  site.use((request: Request, response: Response) => answerPage(pages, request, response))
  site.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    // A part that a file does not have is asked for by mistake: that is no failure of ours.
    if ((error as { readonly status?: unknown }).status === 416) {
      sendFailure(response, 416, 'This file has no such part.')
      return
    }
    dependencies.log.error({ err: error, method: request.method, path: request.path }, 'request failed')
    sendFailure(response)
  })
  return site
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
