// Serves the built files, then the pages, among them the 404 page.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import compression from 'compression'
import { Router } from 'express'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { BuiltClient } from './built-client.ts'
import type { PagesDependencies } from './page-handler.ts'
import { handlePage } from './page-handler.ts'
import { ASSET_HEADERS, headerPairs } from './csp-headers.ts'
import { createTemplate } from './html-page.ts'
import { LOGO_PATH, readLogo } from './logo.ts'
import { addSiteFiles, setFileHeaders } from './site-files.ts'
import { chooseCoding, CODINGS, tagOfForm } from './content-coding.ts'
import { UNSUBSCRIBE_PATH } from '../records/mail/notification-mail.ts'
import { handleUnsubscribe } from './unsubscribe-page.ts'

export interface SiteDependencies extends Omit<PagesDependencies, 'template' | 'pageScripts'> {
  /** Without one pages are bare. */
  readonly client: BuiltClient
  /** Folder of other builds' assets. */
  readonly extraAssets?: string | undefined
  readonly documentDirectory?: string | undefined
  /** The path below which the pages stand; absent: the root. */
  readonly basePath?: string | undefined
}

export function createSite(dependencies: SiteDependencies): Router {
  const { index, pageScripts } = dependencies.client
  const pages = { ...dependencies, template: createTemplate(index, dependencies.basePath), pageScripts }
  const site = Router({ caseSensitive: true })
  site.use(compression())
  site.use(answerFile(dependencies.client))
  if (dependencies.extraAssets !== undefined) site.use('/assets', answerExtraAsset(dependencies.extraAssets))
  site.get(LOGO_PATH, answerLogo(dependencies))
  addSiteFiles(site, dependencies)
  site.all(UNSUBSCRIBE_PATH, (request: Request, response: Response) => handleUnsubscribe(pages, request, response))
  site.use((request: Request, response: Response) => handlePage(pages, request, response))
  return site
}

/**
 * Sends the logo. Its address stays when the file changes, so browsers revalidate it each time. Its type is the one
 * that is set for it, never that of a page.
 */
function answerLogo({ current, documentDirectory }: SiteDependencies) {
  return async (_request: Request, response: Response, next: NextFunction): Promise<void> => {
    const logo = await readLogo(current.running.model, documentDirectory)
    if (logo === undefined) {
      next()
      return
    }
    setFileHeaders(response)
    response.type(logo.extension).send(logo.bytes)
  }
}

function answerFile({ files }: BuiltClient): RequestHandler {
  return (request, response, next) => {
    const file = request.method === 'GET' || request.method === 'HEAD' ? files.get(request.path) : undefined
    if (file === undefined) {
      next()
      return
    }
    setAssetHeaders(response)
    // Files that keep their names are asked for again each time.
    if (!request.path.startsWith('/assets/')) response.setHeader('Cache-Control', 'no-cache')
    response.setHeader('Vary', 'Accept-Encoding')
    response.type(extname(request.path))
    const known = CODINGS.filter((each) => file.compressed[each] !== undefined)
    const coding = chooseCoding(request.headers['accept-encoding'], known)
    const compressed = coding && file.compressed[coding]
    response.setHeader('ETag', coding === undefined ? file.etag : tagOfForm(file.etag, coding))
    if (coding !== undefined) response.setHeader('Content-Encoding', coding)
    response.send(compressed ?? file.bytes)
  }
}

function setAssetHeaders(response: Response): void {
  for (const [name, value] of headerPairs(ASSET_HEADERS)) response.setHeader(name, value)
}

/**
 * Sends assets of other builds. They are looked for when they are asked for, since a later build may put its own there while
 * this one runs, and pages of both are open during a deployment.
 */
function answerExtraAsset(directory: string): RequestHandler {
  return async (request, response, next) => {
    const [, name] = /^\/(\w[\w.-]*)$/.exec(request.path) ?? []
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const bytes = isRead && name !== undefined ? await readFile(join(directory, 'assets', name)).catch(none) : undefined
    if (bytes === undefined) {
      next()
      return
    }
    setAssetHeaders(response)
    response.type(extname(request.path)).send(bytes)
  }
}

function none(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'EISDIR') throw error
}
