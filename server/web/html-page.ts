// Renders the one HTML page: the built index with a CSP nonce, or a bare page without a build.
import { createHash, randomBytes } from 'node:crypto'
import type { PageData } from '#shared/protocol/session.ts'
import { escapeHtml } from './prose-html.ts'

export interface HtmlPage {
  readonly status: number
  readonly title: string
  /** A sentence on the application, as text. */
  readonly description: string
  readonly language: string
  /** HTML for readers without scripts. */
  readonly body: string
  /** HTML that is shown until the script shows the page. */
  readonly first?: string
  /** Addresses of what this page needs beside the script of all pages. */
  readonly scripts?: readonly string[]
  /** JSON for the script, by the id of its element. */
  readonly data?: Readonly<Record<PageData, string>> | undefined
}

export interface PageTemplate {
  render(page: HtmlPage): { readonly html: string; readonly nonce: string; readonly scripts: readonly string[] }
}

/**
 * `built`: the client's index.html; undefined: nothing is built. `base`: the path below which the pages stand, if that is
 * not the root.
 */
export function createTemplate(built: string | undefined, base?: string): PageTemplate {
  const standIn = built === undefined ? undefined : (NONCE.exec(built)?.[1] ?? undefined)
  const scripts = [...(built ?? '').matchAll(INLINE_SCRIPT)].map(([, text = '']) => hashOf(text))
  return {
    render(page) {
      const nonce = randomBytes(16).toString('base64url')
      const source = standIn === undefined ? (built ?? BARE) : (built ?? '').replaceAll(standIn, nonce)
      const html = source
        .replace(/<html\b[^>]*>/, () => startTag(page, base))
        .replace(
          /(<meta name="description" content=")[^"]*/,
          (_all, start: string) => start + escapeHtml(page.description),
        )
        .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(page.title)}</title>`)
        .replace(/(?<=<div id="root">)(?=<\/div>)/, () => page.first ?? '')
        .replace(/<noscript>[\s\S]*?<\/noscript>|(?=<\/body>)/, () => `<noscript>${page.body}</noscript>`)
        .replace(/(?=<\/body>)/, () => dataElements(page.data ?? {}))
      return { html, nonce, scripts }
    },
  }
}

function startTag({ language, status, scripts = [] }: HtmlPage, base: string | undefined): string {
  const needed = scripts.length === 0 ? '' : ` data-scripts="${scripts.join(' ')}"`
  return `<html lang="${escapeHtml(language)}" data-status="${status}"${base === undefined ? '' : ` data-base="${base}"`}${needed}>`
}

/** Inert: a browser runs nothing of that type, and no text of it ends the element. */
function dataElements(data: Partial<Record<PageData, string>>): string {
  return Object.entries(data)
    .map(([id, json]) => `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`)
    .join('')
}

/** Computes the hash by which the content security policy names a script that is part of the page. */
function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

const INLINE_SCRIPT = /<script(?![^>]*\b(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g

/** Vite marks the place with `<meta property="csp-nonce" nonce="…">`. */
const NONCE = /<meta[^>]*\bproperty="csp-nonce"[^>]*\bnonce="([^"]+)"/

const BARE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title></title>
</head>
<body>
<noscript></noscript>
</body>
</html>
`
