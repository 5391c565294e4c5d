// Answers at the fixed paths of browsers and crawlers: robots.txt, the manifest, the change of a password.
import type { RequestHandler, Response, Router } from 'express'
import type { Model } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import type { CurrentDocument } from '../document/current-document.ts'
import type { BuiltClient } from './built-client.ts'
import { ASSET_HEADERS, headerPairs } from './csp-headers.ts'
import { LOGO_PATH, readLogo } from './logo.ts'

export interface SiteFilesDependencies {
  readonly current: CurrentDocument
  readonly client: BuiltClient
  readonly documentDirectory?: string | undefined
}

export function addSiteFiles(site: Router, dependencies: SiteFilesDependencies): void {
  site.get('/robots.txt', answerRobots)
  site.get('/.well-known/change-password', leadToPasswords)
  site.get('/manifest.webmanifest', answerManifest(dependencies))
}

/** Their addresses stay when the content changes, so browsers revalidate them each time. */
export function setFileHeaders(response: Response): void {
  for (const [name, value] of headerPairs(ASSET_HEADERS)) response.setHeader(name, value)
  response.setHeader('Cache-Control', 'no-cache')
}

const answerRobots: RequestHandler = (_request, response) => {
  setFileHeaders(response)
  response.type('text/plain').send('User-agent: *\nDisallow: /api/\n')
}

/** Password managers lead there (https://w3c.github.io/webappsec-change-password-url). Who is signed in is led on at once. */
const leadToPasswords: RequestHandler = (_request, response) => {
  setFileHeaders(response)
  response.redirect(302, '/sign-in?next=%2Faccount')
}

function answerManifest(dependencies: SiteFilesDependencies): RequestHandler {
  return async (_request, response) => {
    const { model } = dependencies.current.running
    const manifest = {
      name: model.name,
      lang: model.settings.language,
      id: '/',
      start_url: '/',
      display: 'standalone',
      background_color: BACKGROUND,
      theme_color: accentOf(model) ?? BACKGROUND,
      icons: await findIcons(dependencies),
    }
    setFileHeaders(response)
    response.type('application/manifest+json').send(JSON.stringify(manifest))
  }
}

/** The background of pages in light colours. */
const BACKGROUND = '#fbfaf8'

function accentOf({ product }: Model): string | undefined {
  return isShown(product) ? product.accent : undefined
}

/** Only drawings: they fit every size that a screen wants. */
async function findIcons({ current, client, documentDirectory }: SiteFilesDependencies) {
  const logo = await readLogo(current.running.model, documentDirectory)
  const paths = [
    ...(logo?.extension === '.svg' ? [LOGO_PATH] : []),
    ...(client.files.has(CLIENT_ICON) ? [CLIENT_ICON] : []),
  ]
  return paths.map((src) => ({ src, type: 'image/svg+xml', sizes: 'any' }))
}

const CLIENT_ICON = '/icon.svg'
